import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { DatabaseUnavailableError } from '@service/platform/postgres';
import { eventually } from '@service/testing';
import type { PoolClient } from 'pg';
import { appendBy } from '../testing/append-by.js';
import { freshLogForEachTest, streamsOf, toStream } from '../testing/fresh-log.js';
import { newEvent } from '../testing/new-event.js';
import { streamLockSql } from './append-call.js';

const log = freshLogForEachTest();

describe('an append that another session stands in front of', () => {
  let other: PoolClient;
  beforeEach(async () => {
    other = await log.database.pool.connect();
    await other.query("BEGIN; SET LOCAL deadlock_timeout = '1h'");
  });
  afterEach(() => other.release());

  const lockStream = (id: string) =>
    other.query(`SELECT pg_advisory_xact_lock(${streamLockSql('$1')})`, [`${log.schema}/${id}`]);

  /** Two streams that exist, in the order in which a call locks them. */
  const twoStreams = async (): Promise<[string, string]> => {
    for (const id of ['a', 'b']) await log.store.append(toStream(id, 0));
    const { rows } = await log.database.pool.query<{ id: string }>(
      `SELECT id FROM unnest('{a,b}'::text[]) AS id ORDER BY ${streamLockSql("$1 || '/' || id")}`,
      [log.schema],
    );
    return rows.map(({ id }) => id) as [string, string];
  };

  it('gives up at its deadline, and writes nothing later', async () => {
    await log.store.append(toStream('a', 0));
    await lockStream('a');
    const late = log.store.append({ ...toStream('a', 1), deadline: Date.now() + 100 });
    await expect(late).rejects.toBeInstanceOf(DatabaseUnavailableError);
    await other.query('COMMIT');
    expect(await log.store.append(toStream('a', 1))).toEqual({ appended: true });
  });

  it('goes on where another one in its call reaches its deadline', async () => {
    const [first, second] = await twoStreams();
    await lockStream(second);
    const deadline = Date.now() + 100;
    const both = Promise.all([
      log.store.append({ ...toStream(first, 1), deadline }),
      log.store.append({ ...toStream(second, 1), deadline: deadline + 60_000 }),
    ]);
    both.catch(() => undefined);
    // A call that has both holds the first lock while it waits. In the one that goes on, only the other session holds one.
    await eventually(async () => {
      const { rows } = await log.database.pool.query(
        `SELECT granted FROM pg_locks JOIN pg_database ON oid = database
         WHERE datname = current_database() AND locktype = 'advisory' ORDER BY granted`,
      );
      expect(rows).toEqual([{ granted: false }, { granted: true }]);
    });
    await other.query('COMMIT');
    expect(await both).toEqual([{ appended: false, conflict: 'deadline' }, { appended: true }]);
  });

  it('is decided again where that one began the same stream', async () => {
    await appendBy(other, log.schema, 'a', { count: 2 });
    const both = Promise.all([toStream('a', 0), toStream('b', 0)].map((each) => log.store.append(each)));
    await eventually(async () => {
      const { rows } = await log.database.pool.query(
        "SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()",
      );
      expect(rows).toHaveLength(1);
    });
    await other.query('COMMIT');
    const conflict = { kind: 'version', stream_id: 'a', actual: 2 };
    expect(await both).toEqual([{ appended: false, conflict }, { appended: true }]);
  });

  it('is repeated where PostgreSQL rolled it back to end a deadlock', async () => {
    const [first, second] = await twoStreams();
    await lockStream(second);
    const both = log.store.append({
      streams: ['a', 'b'].map((stream_id) => ({ stream_id, expected: 1 })),
      events: [newEvent('a'), newEvent('b')],
      claims: [],
    });
    await eventually(async () => {
      const { rows } = await log.database.pool.query(
        "SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()",
      );
      expect(rows).toHaveLength(1);
    });
    // It holds the first stream, and waits for the second.
    await lockStream(first);
    await other.query('COMMIT');
    expect(await both).toEqual({ appended: true });
    expect(await streamsOf(log)).toEqual([
      { stream_id: 'a', version: 2 },
      { stream_id: 'b', version: 2 },
    ]);
  });
});
