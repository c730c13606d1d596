import { stat } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { foldLoggedSubscription, type SubscriptionSnapshot } from '@service/contracts';
import { EventLog, EventStore, type EventAuthentication } from '@service/event-store';
import { readEventAuthentications } from '@service/messaging';
import { type CommandTarget } from '@service/platform/commands';
import { StartError } from '@service/platform/errors';
import {
  DecryptionError,
  SealingKey,
  countBySealingKey,
  readSealingKeys,
} from '@service/platform/sealing-keys';
import {
  SEALING_KEYS,
  dependentsInWords,
  listSecretLines,
  removeSecretLines,
  secretLinesFileOf,
} from '@service/platform/secret-lines';
import type { Pool } from 'pg';
import { LOG } from '../subscriptions/own-log.js';
import { SubscriptionUpkeep } from '../subscriptions/subscription-upkeep.js';
import type { SealingCommand } from './read-sealing-command.js';

/** Milliseconds after which every command with secrets encrypted before the file changed has ended. */
const COMMANDS_OVER = 10_000;

/** Most events that are read at a time. */
const PAGE = 1_000;

/**
 * Runs an operator's command on the sealing keys of one environment.
 * @returns lines for the operator; null where the environment has no key of that id.
 * @throws StartError where the command is refused.
 */
export function operateSealingKeys(
  pool: Pool,
  target: CommandTarget,
  command: Exclude<SealingCommand, { word: 'rotate' }>,
): Promise<string[] | null> {
  switch (command.word) {
    case 'list':
      return list(pool, target);
    case 'reseal':
      return reencrypt(pool, target);
    case 'retire':
      return retire(pool, target, command.keyId);
  }
}

async function list(pool: Pool, target: CommandTarget): Promise<string[]> {
  const { settings } = target;
  const counts = countBySealingKey(await readSubscriptions(pool, target), new Date());
  const idOf = (line: string) => SealingKey.parse(line)?.id ?? 'no key';
  return listSecretLines(SEALING_KEYS, settings, idOf, counts);
}

/** Secrets that cannot be decrypted are skipped and reported at the end. */
async function reencrypt(pool: Pool, target: CommandTarget): Promise<string[]> {
  const { settings, database } = target;
  const keys = await readSealingKeys(settings, database.urlOf('webhook_dispatcher'));
  const upkeep = new SubscriptionUpkeep(new EventStore(pool, LOG, await ownAuthentication(target)));
  const problems: string[] = [];
  let reencrypted = 0;
  for (const { id, state } of await readSubscriptions(pool, target)) {
    if (state === 'revoked') continue;
    try {
      if (await upkeep.reencrypt(id, keys)) reencrypted += 1;
    } catch (error) {
      if (!(error instanceof DecryptionError)) throw error;
      problems.push(`${id}: ${error.message}`);
    }
  }
  if (problems.length > 0) throw new StartError(problems.join('\n'));
  return [
    `the secrets of ${inWords(reencrypted)} were encrypted under ${keys.ids[0]}; the others were already.`,
  ];
}

async function retire(pool: Pool, target: CommandTarget, keyId: string): Promise<string[] | null> {
  const { settings, database } = target;
  const keys = await readSealingKeys(settings, database.urlOf('webhook_dispatcher'));
  if (!keys.ids.includes(keyId)) return null;
  if (keys.ids[0] === keyId) {
    throw new StartError(`${keyId} encrypts new secrets: npm run sealing-keys -- rotate comes first.`);
  }
  const file = secretLinesFileOf(SEALING_KEYS, settings);
  const { mtimeMs } = await stat(file.path);
  await sleep(Math.max(0, mtimeMs + COMMANDS_OVER - Date.now()));
  const count = countBySealingKey(await readSubscriptions(pool, target), new Date()).get(keyId) ?? 0;
  if (count > 0) {
    throw new StartError(
      `${inWords(count)} ${count === 1 ? 'depends' : 'depend'} on ${keyId}: npm run sealing-keys -- reseal comes first.`,
    );
  }
  await removeSecretLines(SEALING_KEYS, settings, (line) => SealingKey.parse(line)?.id === keyId);
  return [`${keyId} was removed from ${file.path}; nothing depended on it.`];
}

const inWords = (count: number) => dependentsInWords(SEALING_KEYS, count);

async function ownAuthentication(target: CommandTarget): Promise<EventAuthentication | undefined> {
  return (await readEventAuthentications({ ...target, logs: [LOG] }))[LOG];
}

/** Every subscription of a database, from its events; empty before the first migration. */
async function readSubscriptions(pool: Pool, target: CommandTarget): Promise<SubscriptionSnapshot[]> {
  const { rows } = await pool.query<{ log: string | null }>(`SELECT to_regclass('${LOG}.events') AS log`);
  if (rows[0]?.log == null) return [];
  const subscriptions = new Map<string, SubscriptionSnapshot>();
  for await (const { events } of new EventLog(pool, LOG, await ownAuthentication(target)).pages(PAGE)) {
    for (const event of events) {
      const folded = foldLoggedSubscription(subscriptions.get(event.stream_id), event);
      if (folded !== undefined) subscriptions.set(event.stream_id, folded);
    }
  }
  return [...subscriptions.values()];
}
