import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { DatabaseUnavailableError } from '@service/platform/postgres';
import { eventually } from '@service/testing';
import type { PoolClient } from 'pg';
import { appendBy } from '../testing/append-by.js';
import { freshLogForEachTest, streamsOf, toStream } from '../testing/fresh-log.js';
import { newEvent } from '../testing/new-event.js';
import { streamLockSql } from './append.sql.js';

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

  it('gives up at its deadline, and writes nothing later', async () => {
    await log.store.append(toStream('a', 0));
    await lockStream('a');
    const late = log.store.append({ ...toStream('a', 1), deadline: Date.now() + 100 });
    await expect(late).rejects.toBeInstanceOf(DatabaseUnavailableError);
    await other.query('COMMIT');
    expect(await log.store.append(toStream('a', 1))).toEqual({ appended: true });
  });

  it('goes on where another one in its call reaches its deadline', async () => {
    await log.store.append(toStream('a', 0));
    await lockStream('a');
    const deadline = Date.now() + 100;
    const both = Promise.all([
      log.store.append({ ...toStream('b', 0), deadline }),
      log.store.append({ ...toStream('a', 1), deadline: deadline + 60_000 }),
    ]);
    both.catch(() => undefined);
    await eventually(async () => {
      const { rows } = await log.database.pool.query(
        `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()
         AND query_start >= to_timestamp($1::float8 / 1000)`,
        [deadline],
      );
      expect(rows).toHaveLength(1);
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
    await log.store.append(toStream('a', 0));
    await log.store.append(toStream('b', 0));
    await lockStream('b');
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
    await lockStream('a');
    await other.query('COMMIT');
    expect(await both).toEqual({ appended: true });
    expect(await streamsOf(log)).toEqual([
      { stream_id: 'a', version: 2 },
      { stream_id: 'b', version: 2 },
    ]);
  });
});
