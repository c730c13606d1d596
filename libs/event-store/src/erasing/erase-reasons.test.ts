import { describe, expect, it } from '@jest/globals';
import type { ElementSignature } from '@service/evidence';
import { eventually } from '@service/testing';
import { inTransaction } from '../following/transaction.js';
import type { Append } from '../log/events.js';
import { freshLogForEachTest, rowsOf } from '../testing/fresh-log.js';
import { SIGNATURE, newEvent } from '../testing/new-event.js';
import { eraseReasons, lockStream } from './erase-reasons.js';

const log = freshLogForEachTest();

/** An event with a reason, and the result of its command. */
const withReason = (
  stream_id: string,
  expected: number,
  signature: ElementSignature | null = null,
): Append => {
  const companion = { signature, reason: 'why', reason_salt: 'salt' };
  return {
    streams: [{ stream_id, expected }],
    events: [newEvent(stream_id, {}, { companion })],
    claims: [],
    result: {
      key: `${stream_id}${expected}`,
      command_id: 'cmd',
      body_digest: 'digest',
      reply: { version: expected + 1, id: stream_id, reason: 'why', state: 'suspended' },
      refusal: null,
      expires_at: new Date(Date.now() + 60_000).toISOString(),
    },
  };
};

const erase = (streamId: string) =>
  inTransaction(log.database.pool, 'BEGIN', async (client) => {
    const version = await lockStream(client, log.schema, streamId);
    return version === null ? null : eraseReasons(client, log.schema, streamId, null);
  });
const companionsOf = async (streamId: string) =>
  (await log.store.read(streamId)).events.map(({ companion }) => companion);
const replies = async () => {
  const rows = (await rowsOf(log, 'idempotency_keys', 'key, reply::text AS reply')) as { reply: string }[];
  return rows.map(({ reply }) => reply);
};

describe('erasing the reasons of a stream', () => {
  it('removes them and their salts, and leaves events, signatures and other streams', async () => {
    await log.store.append(withReason('a', 0));
    await log.store.append(withReason('a', 1, SIGNATURE));
    await log.store.append(withReason('b', 0));
    const events = await rowsOf(log, 'events', 'event_id, pos, to_json(events)');
    expect(await erase('a')).toEqual({ reasons: 2, results: 2 });
    expect(await rowsOf(log, 'events', 'event_id, pos, to_json(events)')).toEqual(events);
    expect(await companionsOf('a')).toEqual([
      null,
      { signature: SIGNATURE, reason: null, reason_salt: null },
    ]);
    expect(await companionsOf('b')).toEqual([{ signature: null, reason: 'why', reason_salt: 'salt' }]);
  });

  it('leaves the rest of a stored result as it was, the order of its members too', async () => {
    await log.store.append(withReason('a', 0));
    await log.store.append(withReason('b', 0));
    await erase('a');
    expect(await replies()).toEqual([
      '{"version":1,"id":"a","reason":null,"state":"suspended"}',
      '{"version":1,"id":"b","reason":"why","state":"suspended"}',
    ]);
  });

  it('finds nothing the second time, or where there is no stream', async () => {
    await log.store.append(withReason('a', 0));
    await erase('a');
    expect(await erase('a')).toEqual({ reasons: 0, results: 0 });
    expect(await erase('c')).toBeNull();
  });

  it('makes an append to the stream wait until it is done', async () => {
    await log.store.append(withReason('a', 0));
    let appended: Promise<unknown> = Promise.resolve();
    await inTransaction(log.database.pool, 'BEGIN', async (client) => {
      await lockStream(client, log.schema, 'a');
      appended = log.store.append(withReason('a', 1));
      const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
      await eventually(async () => {
        const waiting = 'SELECT FROM pg_stat_activity WHERE $1 = ANY (pg_blocking_pids(pid))';
        return (await log.database.pool.query(waiting, [rows[0]?.pid])).rowCount === 1;
      });
      await eraseReasons(client, log.schema, 'a', null);
    });
    expect(await appended).toEqual({ appended: true });
    expect(await companionsOf('a')).toMatchObject([null, { reason: 'why' }]);
  });
});

describe('an event', () => {
  it('cannot be changed in the transaction that erases', async () => {
    await log.store.append(withReason('a', 0));
    const change = inTransaction(log.database.pool, 'BEGIN', async (client) => {
      await lockStream(client, log.schema, 'a');
      await eraseReasons(client, log.schema, 'a', null);
      await client.query(`UPDATE ${log.schema}.events SET data = '{}' WHERE stream_id = 'a'`);
    });
    await expect(change).rejects.toMatchObject({ code: '42501' });
    expect(await companionsOf('a')).toMatchObject([{ reason: 'why' }]);
  });
});
