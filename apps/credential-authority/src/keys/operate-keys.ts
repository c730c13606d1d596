import type { KeySnapshot } from '@service/contracts';
import { readPublishedKeys, type EventAuthentication } from '@service/event-store';
import { KEY_PURPOSES, SigningKey, type KeyPurpose, type KeyRing } from '@service/evidence';
import { type CommandTarget } from '@service/platform/commands';
import { StartError } from '@service/platform/errors';
import {
  changeSigningKeys,
  placeOf,
  readSigningKeys,
  signingKeysFileOf,
  type SigningKeysFile,
} from '@service/platform/signing-keys';
import type { Pool } from 'pg';
import { LOG } from '../streams/own-log.js';
import { openKeyCommands, readOwnAuthentication } from './open-key-commands.js';
import type { OperatorCommand } from './read-key-command.js';

/**
 * Runs an operator's command on the keys of one environment.
 * @returns lines for the operator; null where the environment has no such key.
 * @throws StartError where the command is refused.
 */
export function operateKeys(
  pool: Pool,
  target: CommandTarget,
  command: OperatorCommand,
): Promise<string[] | null> {
  switch (command.word) {
    case 'list':
      return list(pool, target);
    case 'rotate':
      return rotate(pool, target, command.purpose);
    case 'revoke':
      return revoke(pool, target, command);
    case 'retire':
      return retire(target, command.keyId);
  }
}

async function list(pool: Pool, target: CommandTarget): Promise<string[]> {
  const { settings } = target;
  const ring = await readSigningKeys(settings);
  const authentication = await readOwnAuthentication(target);
  const published = new Map((await listPublishedKeys(pool, authentication)).map((key) => [key.key_id, key]));
  const held = KEY_PURPOSES.flatMap((purpose) =>
    ring.all(purpose).map((key, index) => {
      const signs = purpose === 'checkpoint' || index === 0 ? ', signs' : '';
      const state = purpose === 'checkpoint' ? '' : `, ${stateOf(published.get(key.keyId))}`;
      published.delete(key.keyId);
      return `  ${purpose} ${key.keyId}: made ${key.createdAt}${signs}${state}`;
    }),
  );
  const others = [...published.values()].map(
    (key) => `  ${key.purpose} ${key.key_id}: ${stateOf(key)}, not in the file`,
  );
  return [placeOf(signingKeysFileOf(settings)), ...held, ...others];
}

function stateOf(key: KeySnapshot | undefined): string {
  if (key === undefined) return 'not published yet';
  if (key.revoked_at === null) return `published ${key.published_at}`;
  const since = key.invalid_since === null ? '' : `, invalid since ${key.invalid_since}`;
  return `revoked ${key.revoked_at} (${key.cause})${since}`;
}

/** Publishes the key at once: every gateway must know it before the first signature. */
async function rotate(pool: Pool, target: CommandTarget, purpose: KeyPurpose): Promise<string[]> {
  const file = signingKeysFileOf(target.settings);
  await addKey(file, purpose);
  const { ring, commands } = await openKeyCommands(pool, target);
  await commands.publishRing(ring);
  const { keyId } = ring.newest(purpose);
  return [
    purpose === 'checkpoint'
      ? `${keyId} is in ${file.path}. Restart the service: it signs checkpoints beside the ones before, until npm run keys -- retire takes those out.`
      : `${keyId} is published, and in ${file.path}. Restart the service: the key signs from then on.`,
  ];
}

/** Adds a new key of a purpose before the others, which stay. */
async function addKey(file: SigningKeysFile, purpose: KeyPurpose): Promise<void> {
  const made = SigningKey.generate(purpose, new Date().toISOString());
  await changeSigningKeys(file, (ring) => ring.with(made));
}

async function revoke(
  pool: Pool,
  target: CommandTarget,
  { keyId, reason, cause, invalid_since }: Extract<OperatorCommand, { word: 'revoke' }>,
): Promise<string[] | null> {
  const { ring, commands } = await openKeyCommands(pool, target);
  if ((await commands.find(keyId)) === null) {
    if (ring.all('checkpoint').some((key) => key.keyId === keyId)) {
      throw new StartError(
        `${keyId} is a checkpoint key, which is retired: npm run keys -- retire ${keyId}.`,
      );
    }
    return null;
  }
  requireNotNewest(ring, keyId);
  await commands.revoke(keyId, { reason, cause, invalid_since });
  return [`${keyId} is revoked. Its signatures stay; their validity depends on the cause.`];
}

/** The running service may be signing with the newest key, and its next start would be refused. */
function requireNotNewest(ring: KeyRing, keyId: string): void {
  const purpose = KEY_PURPOSES.find((each) => ring.newest(each).keyId === keyId);
  if (purpose === undefined) return;
  throw new StartError(
    `${keyId} is the newest ${purpose} key: npm run keys -- rotate ${purpose} and a restart of the service come first.`,
  );
}

async function retire({ settings }: CommandTarget, keyId: string): Promise<string[] | null> {
  const ring = await readSigningKeys(settings);
  if (!KEY_PURPOSES.some((purpose) => ring.all(purpose).some((key) => key.keyId === keyId))) return null;
  const file = signingKeysFileOf(settings);
  await removeKey(file, ring, keyId);
  return [`${keyId} is out of ${file.path}. Restart the service: it signs no checkpoints from then on.`];
}

/**
 * Removes a checkpoint key from the file, which then no longer signs.
 * @throws StartError for a key of another purpose, and for the newest, which must stay.
 */
async function removeKey(file: SigningKeysFile, ring: KeyRing, keyId: string): Promise<void> {
  if (!ring.all('checkpoint').some((key) => key.keyId === keyId)) {
    throw new StartError(
      `${keyId} is not a checkpoint key: npm run keys -- revoke is for keys of other purposes.`,
    );
  }
  if (ring.newest('checkpoint').keyId === keyId) {
    throw new StartError(
      `${keyId} is the newest checkpoint key: npm run keys -- rotate checkpoint comes first.`,
    );
  }
  await changeSigningKeys(file, (held) => held.without(keyId));
}

/** Every key that was ever published, the newest first. */
async function listPublishedKeys(pool: Pool, authentication: EventAuthentication): Promise<KeySnapshot[]> {
  const keys = await readPublishedKeys(pool, LOG, authentication);
  return [...keys.values()].sort((left, right) => (left.published_at < right.published_at ? 1 : -1));
}
