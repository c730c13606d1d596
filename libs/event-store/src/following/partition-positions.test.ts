import { describe, expect, it } from '@jest/globals';
import { eventually } from '@service/testing';
import type { Pool, PoolClient } from 'pg';
import { freshLogForEachTest, rowsOf } from '../testing/fresh-log.js';
import {
  lockPartitions,
  moveAndReadPartitions,
  readPartitionPositions,
  type PartitionPosition,
} from './partition-positions.js';
import { inTransaction } from './transaction.js';

const fresh = freshLogForEachTest();
const partition = (number: number) => ({ topic: 'topic', partition: number });
const position = (changes: Partial<PartitionPosition> = {}): PartitionPosition => ({
  ...partition(0),
  nextOffset: '10',
  horizon: '1000',
  epoch: 1,
  currentAt: 5_000,
  ...changes,
});

const lock = (client: PoolClient, ...numbers: number[]): Promise<PartitionPosition[]> =>
  lockPartitions(client, fresh.schema, 'consumer', numbers.map(partition));
const store = (...positions: PartitionPosition[]) =>
  moveAndReadPartitions(fresh.database.pool, fresh.schema, 'consumer', positions);
const move = async (...positions: PartitionPosition[]) => (await store(...positions)).positions;
const read = (consumer = 'consumer'): Promise<PartitionPosition[]> =>
  readPartitionPositions(fresh.database.pool, fresh.schema, consumer);

/** The position in the first partition after some moves. */
async function after(...moves: Partial<PartitionPosition>[]): Promise<PartitionPosition | undefined> {
  for (const changes of moves) await move(position(changes));
  return (await read()).find((each) => each.partition === 0);
}

/** A transaction that locks partitions until the test ends it. */
async function holding(...numbers: number[]): Promise<{ pid: number; end: () => Promise<void> }> {
  const client = await fresh.database.pool.connect();
  await client.query('BEGIN');
  await lock(client, ...numbers);
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  const end = async () => {
    await client.query('COMMIT');
    client.release();
  };
  return { pid: rows[0]?.pid ?? 0, end };
}

async function expectWaitingFor(pid: number): Promise<void> {
  await eventually(async () => {
    const { rows } = await fresh.database.pool.query(
      'SELECT FROM pg_stat_activity WHERE $1 = ANY (pg_blocking_pids(pid))',
      [pid],
    );
    expect(rows).toHaveLength(1);
  });
}

describe('locking partitions', () => {
  it('inserts new ones at the beginning, and answers the positions in all', async () => {
    await move(position());
    const locked = await inTransaction(fresh.database.pool, 'BEGIN', (client) => lock(client, 0, 1));
    const unread = { ...partition(1), nextOffset: '0', horizon: '0', epoch: 0, currentAt: 0 };
    expect(locked).toEqual([position(), unread]);
    expect(await read()).toHaveLength(2);
  });

  it('leaves the positions of other consumers alone', async () => {
    await moveAndReadPartitions(fresh.database.pool, fresh.schema, 'another', [position()]);
    await inTransaction(fresh.database.pool, 'BEGIN', (client) => lock(client, 0));
    expect(await read('another')).toEqual([position()]);
    expect(await rowsOf(fresh, 'partition_positions')).toHaveLength(2);
  });

  it.each([
    ['were read before', async () => move(position(), position(partition(1)))],
    ['were never read', async () => undefined],
  ])('makes another transaction that wants one of them wait where they %s', async (_, prepare) => {
    await prepare();
    const holder = await holding(0, 1);
    const waiting = inTransaction(fresh.database.pool, 'BEGIN', (client) => lock(client, 1));
    await expectWaitingFor(holder.pid);
    await holder.end();
    expect(await waiting).toHaveLength(1);
  });

  it('answers the positions after the wait to a transaction that waited', async () => {
    await move(position());
    const client = await fresh.database.pool.connect();
    await client.query('BEGIN');
    await lock(client, 0);
    const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    const waiting = inTransaction(fresh.database.pool, 'BEGIN', (next) => lock(next, 0));
    await expectWaitingFor(rows[0]?.pid ?? 0);
    await moveAndReadPartitions(client, fresh.schema, 'consumer', [position({ nextOffset: '20' })]);
    await client.query('COMMIT');
    client.release();
    expect(await waiting).toEqual([position({ nextOffset: '20' })]);
  });

  it('does not block a transaction that locks other ones', async () => {
    await move(position(), position(partition(1)));
    const holder = await holding(0);
    expect(await inTransaction(fresh.database.pool, 'BEGIN', (client) => lock(client, 1))).toHaveLength(1);
    await holder.end();
  });
});

describe('moving a partition', () => {
  it('inserts a new one, and changes no other', async () => {
    await move(position(partition(1)));
    expect(await after({})).toEqual(position());
    expect(await read()).toHaveLength(2);
  });

  it('never moves it back within an epoch', async () => {
    const late = { nextOffset: '9', horizon: '999', currentAt: 4_999 };
    expect(await after({}, late)).toEqual(position());
    const on = { nextOffset: '11', horizon: '1001', currentAt: 5_001 };
    expect(await after(on)).toEqual(position(on));
  });

  it('compares numbers, not digits', async () => {
    expect(await after({ horizon: '999', nextOffset: '9' }, {})).toEqual(position());
  });

  it('to a later epoch takes its horizon, which counts other transactions', async () => {
    expect(await after({}, { epoch: 2, horizon: '900' })).toMatchObject({ epoch: 2, horizon: '900' });
  });

  it('takes a lower time where the known one lies ahead of the database’s clock, which was set back', async () => {
    const ahead = Date.now() + 3_600_000;
    expect(await after({ currentAt: ahead }, { currentAt: 5_000 })).toEqual(position());
  });

  it('to a later epoch takes its time, which may be that of another clock', async () => {
    expect(await after({}, { epoch: 2, currentAt: 4_000 })).toMatchObject({ currentAt: 4_000 });
  });

  it('is not done by the horizon and the time of an earlier epoch', async () => {
    const raised = { epoch: 2, horizon: '900', currentAt: 6_000 };
    const earlier = { epoch: 1, horizon: '1100', currentAt: 7_000, nextOffset: '12' };
    expect(await after(raised, earlier)).toEqual(position({ ...raised, nextOffset: '12' }));
  });
});

describe('moving and reading in one statement', () => {
  const at = (number: number, horizon = '1000') => position({ ...partition(number), horizon });

  it('answers every partition of the consumer, also one that did not move or is new', async () => {
    await move(at(0), at(1));
    await moveAndReadPartitions(fresh.database.pool, fresh.schema, 'another', [at(3)]);
    const read = await move(at(1, '1001'), at(2));
    expect(read.sort((a, b) => a.partition - b.partition)).toEqual([at(0), at(1, '1001'), at(2)]);
  });

  it('answers where a partition is, which another replica may have moved further', async () => {
    await move(at(0, '1002'));
    expect(await move(at(0, '1001'))).toEqual([at(0, '1002')]);
  });

  it('only reads where there is nothing to move', async () => {
    await move(at(0));
    expect(await move()).toEqual([at(0)]);
  });

  it('answers the database’s clock, and whether a replay was requested from this consumer', async () => {
    const park = (consumer: string) =>
      fresh.database.pool.query(
        `INSERT INTO ${fresh.schema}.parked_streams (consumer, stream_id, version, cause, replay_requested)
         VALUES ($1, 'a', 1, '', true)`,
        [consumer],
      );
    await park('another');
    const { rows } = await fresh.database.pool.query<{ now: Date }>('SELECT clock_timestamp() AS now');
    const stored = await store(at(0));
    expect(stored.isReplayRequested).toBe(false);
    expect(stored.now).toBeGreaterThanOrEqual(rows[0]?.now.getTime() ?? Infinity);
    await park('consumer');
    expect((await store()).isReplayRequested).toBe(true);
  });

  it('leaves later commits of the connection to wait for the disk', async () => {
    const client = await fresh.database.pool.connect();
    const one = { query: client.query.bind(client) } as unknown as Pool;
    const setting = async () => (await client.query('SHOW synchronous_commit')).rows;
    const before = await setting();
    await moveAndReadPartitions(one, fresh.schema, 'consumer', [at(0)]);
    expect(await setting()).toEqual(before);
    client.release();
  });
});
