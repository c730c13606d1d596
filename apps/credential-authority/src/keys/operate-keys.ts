import type { KeySnapshot } from '@service/contracts';
import { readPublishedKeys, type EventAuthentication } from '@service/event-store';
import {
  KEY_PURPOSES,
  SigningKey,
  logKey,
  parseCheckpoint,
  parseNote,
  type KeyPurpose,
  type KeyRing,
} from '@service/evidence';
import { type CommandTarget } from '@service/platform/commands';
import { StartError } from '@service/platform/errors';
import { refuseOnCopy } from '@service/platform/settings';
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
      return retire(pool, target, command.keyId);
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
  const retired = ring.retired.map(
    (key) =>
      `  checkpoint ${key.keyId}: made ${key.createdAt}, retired ${key.retiredAt} at the tree size ${key.treeSize}`,
  );
  return [placeOf(signingKeysFileOf(settings)), ...held, ...retired, ...others];
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
  await commands.publishRing();
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
  revocation: Extract<OperatorCommand, { word: 'revoke' }>,
): Promise<string[] | null> {
  const { keyId, reason, cause, invalid_since, invalid_from_size } = revocation;
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
  const told = { reason, cause, invalid_since, invalid_from_size };
  await commands.revoke(keyId, told, (await readHead(pool))?.size ?? 0);
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

async function retire(pool: Pool, { settings }: CommandTarget, keyId: string): Promise<string[] | null> {
  refuseOnCopy(settings, 'a copy has no signing keys');
  const ring = await readSigningKeys(settings);
  if (!KEY_PURPOSES.some((purpose) => ring.all(purpose).some((key) => key.keyId === keyId))) return null;
  requireRetirable(ring, keyId);
  const treeSize = await sizeWithoutKey(pool, ring, keyId);
  const file = signingKeysFileOf(settings);
  const retiredAt = new Date().toISOString();
  await changeSigningKeys(file, (held) => held.retire(keyId, { retiredAt, treeSize }));
  return [
    `${keyId} is retired at the tree size ${treeSize}; ${file.path} holds its public half. Restart the service: it signs no checkpoints from then on.`,
  ];
}

/** @throws StartError for a key of another purpose, and for the newest, which must stay. */
function requireRetirable(ring: KeyRing, keyId: string): void {
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
}

/**
 * Size of the newest checkpoint, from which on the log does without a key: another one signs as well.
 * @throws StartError where none does.
 */
async function sizeWithoutKey(pool: Pool, ring: KeyRing, keyId: string): Promise<number> {
  const head = await readHead(pool);
  if (head === null) throw new StartError('The log has no checkpoint yet.');
  const { origin, size, signatures } = head;
  const others = ring.all('checkpoint').filter((key) => key.keyId !== keyId);
  const isSigned = others.some((key) => {
    const { keyHash } = logKey(origin, key);
    return signatures.some((signature) => signature.name === origin && signature.keyHash === keyHash);
  });
  if (isSigned) return size;
  throw new StartError(
    `The newest checkpoint depends on ${keyId}: restart the service with the new key first, and wait for its checkpoint.`,
  );
}

/** The newest checkpoint with its signatures; null before the first. */
async function readHead(pool: Pool) {
  const { rows } = await pool.query<{ note: string }>('SELECT note FROM record_store_published.log_head');
  const [head] = rows;
  if (head === undefined) return null;
  const { text, signatures } = parseNote(head.note);
  return { ...parseCheckpoint(text), signatures };
}

/** Every key that was ever published, the newest first. */
async function listPublishedKeys(pool: Pool, authentication: EventAuthentication): Promise<KeySnapshot[]> {
  const keys = await readPublishedKeys(pool, LOG, authentication);
  return [...keys.values()].sort((left, right) => (left.published_at < right.published_at ? 1 : -1));
}
