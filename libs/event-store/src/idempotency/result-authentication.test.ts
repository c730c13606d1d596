import { randomBytes } from 'node:crypto';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { ServiceError } from '@service/contracts';
import { AuthenticationKey, AuthenticationKeys } from '@service/platform/authentication-keys';
import { handleCommand, type Decision } from '../commands/handle-command.js';
import { eraseReasons } from '../erasing/erase-reasons.js';
import { inTransaction } from '../following/transaction.js';
import { EventAuthentication } from '../log/event-authentication.js';
import { EventStore } from '../log/event-store.js';
import { freshLogForEachTest, rowsOf } from '../testing/fresh-log.js';
import { newEvent } from '../testing/new-event.js';
import type { ForgedResult } from './result-authentication.js';

const log = freshLogForEachTest();
const newKeys = () =>
  new AuthenticationKeys([AuthenticationKey.parse(randomBytes(32).toString('base64')) as AuthenticationKey]);
const keys = newKeys();

let alarms: ForgedResult[];
let store: EventStore;
beforeEach(() => {
  alarms = [];
  store = storeWith(keys);
});

const authenticationWith = (ring: AuthenticationKeys) =>
  new EventAuthentication(
    ring,
    () => undefined,
    (forged) => alarms.push(forged),
  );
const storeWith = (ring: AuthenticationKeys, schema = log.schema) =>
  new EventStore(log.database.pool, schema, null, null, authenticationWith(ring).ofResults(schema));

let sent = 0;
/** A revocation with an idempotency key, and with a stream of its own, as a retry from a gateway has. */
async function revoke(changes: { key?: string; digest?: string; refused?: boolean } = {}, into = store) {
  sent += 1;
  const key = `s${sent}`;
  const command = {
    id: `cmd_${sent}`,
    key,
    deadline: Date.now() + 10_000,
    idempotency_key: changes.key ?? 'k',
    body_digest: changes.digest ?? 'd',
  };
  const decide = (): Decision<object> => {
    if (changes.refused) throw new ServiceError('record.already_exists', { existing_id: 'rec_1' });
    const result = { id: key, state: 'revoked', 10: 'ü', 9: 1.5e300, none: undefined, reason: 'why' };
    return { events: [newEvent(key)], result };
  };
  return handleCommand(into, { command, decide });
}
const codeOf = (answer: Promise<unknown>) =>
  answer.then(
    () => 'answered',
    (error: unknown) => (error as ServiceError).code,
  );
const tamper = (statement: string) =>
  log.database.pool.query(`UPDATE ${log.schema}.idempotency_keys SET ${statement}`);

describe('the stored result of a command', () => {
  it('is answered as its owner wrote it, reply and refusal', async () => {
    const reply = await revoke();
    expect(await revoke()).toEqual(JSON.parse(JSON.stringify(reply)));
    expect(await codeOf(revoke({ key: 'l', refused: true }))).toBe('record.already_exists');
    expect(await codeOf(revoke({ key: 'l', refused: true }))).toBe('record.already_exists');
    expect(await codeOf(revoke({ digest: 'other' }))).toBe('idempotency.key_reused');
    expect(alarms).toEqual([]);
  });

  it.each([
    ['reply', `reply = replace(reply::text, 'revoked', 'active')::json`],
    ['reply, which became a refusal', `reply = NULL, refusal = '{"code":"record.not_found"}'`],
    ['digest of the request', `body_digest = 'other'`],
    ['command', `command_id = 'cmd_x'`],
    ['expiry', `expires_at = expires_at + interval '1 day'`],
    ['code', 'mac = NULL'],
    ['code, which is malformed', `mac = 'x'`],
  ])('is not answered with another %s, and the command is not executed again', async (_, statement) => {
    await revoke();
    await tamper(statement);
    expect(await codeOf(revoke())).toBe('idempotency.result_forged');
    expect(await codeOf(revoke({ digest: 'other' }))).toBe('idempotency.result_forged');
    expect(await rowsOf(log, 'events', 'stream_id, version')).toHaveLength(1);
    expect(alarms[0]).toMatchObject({ log: log.schema, key: 'k' });
  });

  it('is not answered under another key, in another log, or with a code of other keys', async () => {
    await revoke();
    await tamper(`key = 'moved'`);
    expect(await codeOf(revoke({ key: 'moved' }))).toBe('idempotency.result_forged');
    await tamper(`key = 'k'`);
    expect(await codeOf(revoke())).toBe('answered');
    const elsewhere = authenticationWith(keys).ofResults('other');
    const otherLog = new EventStore(log.database.pool, log.schema, null, null, elsewhere);
    expect(await codeOf(revoke({}, otherLog))).toBe('idempotency.result_forged');
    expect(await codeOf(revoke({}, storeWith(newKeys())))).toBe('idempotency.result_forged');
  });

  it('keeps a valid code where a reason is erased, and a forged one gets none', async () => {
    const erase = (id: string) =>
      inTransaction(log.database.pool, 'BEGIN', (client) =>
        eraseReasons(client, log.schema, id, authenticationWith(keys).ofResults(log.schema)),
      );
    const { id } = (await revoke()) as { id: string };
    await erase(id);
    expect(await revoke()).toMatchObject({ id, state: 'revoked', reason: null });
    await tamper(`reply = json_build_object('id', '${id}', 'state', 'active', 'reason', 'why')`);
    await erase(id);
    expect(await codeOf(revoke())).toBe('idempotency.result_forged');
  });
});
