import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { moveAndReadPartitions } from '@service/event-store';
import { eventually } from '@service/testing';
import { applied, appliedSql, replica } from '../../testing/counting-consumer.js';
import { append, appendBy, freshLogForEachTest } from '../../testing/fresh-log.js';

const fresh = freshLogForEachTest();
const partitions = [0, 1].map((partition) => ({ topic: 'topic', partition }));
const rebuild = jest.fn<(epoch: number) => Promise<unknown>>();

beforeEach(async () => {
  rebuild.mockReset().mockResolvedValue(undefined);
  await fresh.database.pool.query(appliedSql(fresh.schema));
  await append(fresh.store, 'a', 0, 2);
  await withRebuild().tables.readLog(partitions, 1);
});

const withRebuild = (pool = fresh.database.pool) => replica(pool, fresh.log, { rebuild });
const seen = () => applied(fresh.database.pool, fresh.schema);
const positions = () => withRebuild().tables.positions();

/** Sets the tables ahead of the log, as a log that went back in time leaves them. */
const aheadOfLog = async (): Promise<void> => {
  const ahead = (await positions()).map((position) => ({ ...position, horizon: '1000000' }));
  await moveAndReadPartitions(fresh.database.pool, fresh.schema, 'consumer', ahead);
};

describe('a log that went back in time', () => {
  it('has the tables rebuilt once, by one of two replicas that see it at the same time', async () => {
    const [one, another] = [withRebuild(), withRebuild()];
    await Promise.all([one.tables.raise(2), another.tables.raise(2)]);
    await another.tables.raise(2);
    expect(rebuild.mock.calls).toEqual([[2]]);
    expect((await positions()).map(({ epoch }) => epoch)).toEqual([2, 2]);
  });

  it('makes another replica wait until they are rebuilt', async () => {
    const order: string[] = [];
    let finish = (): void => undefined;
    const rebuilt = new Promise<void>((resolve) => (finish = resolve));
    rebuild.mockReturnValue(rebuilt.then(() => order.push('rebuilt')));
    const raising = withRebuild().tables.raise(2);
    await eventually(() => rebuild.mock.calls.length === 1);
    const waiting = withRebuild()
      .tables.raise(2)
      .then(() => order.push('found raised'));
    await eventually(async () => {
      const { rows } = await fresh.database.pool.query(
        `SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted`,
      );
      expect(rows).toHaveLength(1);
    });
    finish();
    await Promise.all([raising, waiting]);
    expect(order).toEqual(['rebuilt', 'found raised']);
    expect(rebuild).toHaveBeenCalledTimes(1);
  });

  it('has them rebuilt by the next replica where the first one failed', async () => {
    rebuild.mockRejectedValueOnce(new Error('cannot be rebuilt'));
    const { tables } = withRebuild();
    await expect(tables.raise(2)).rejects.toThrow('cannot be rebuilt');
    expect((await positions()).map(({ epoch }) => epoch)).toEqual([1, 1]);
    await tables.raise(2);
    expect(rebuild).toHaveBeenCalledTimes(2);
  });

  it('has them rebuilt again when it goes back once more', async () => {
    const { tables } = withRebuild();
    await tables.raise(2);
    await tables.raise(3);
    await tables.raise(2);
    expect(rebuild.mock.calls).toEqual([[2], [3]]);
  });

  it('is seen in many partitions at once, and takes two connections of the pool', async () => {
    const pool = fresh.database.openPool(2, 'small');
    rebuild.mockImplementation(() => pool.query('SELECT'));
    const { tables } = withRebuild(pool);
    await Promise.all(Array.from({ length: 12 }, () => tables.raise(2)));
    expect(rebuild).toHaveBeenCalledTimes(1);
  });

  it('has later events applied where the tables cannot be rebuilt', async () => {
    const { tables } = replica(fresh.database.pool, fresh.log);
    await tables.raise(2);
    await append(fresh.store, 'a', 2);
    await append(fresh.store, 'b', 0);
    await tables.readLog(partitions, 2);
    expect(await seen()).toEqual(['a/1', 'a/2', 'a/3', 'b/1']);
    await tables.readLog(partitions, 2);
    expect(await seen()).toHaveLength(4);
  });

  it('has later events read from it, though their transactions have lower ids than were seen', async () => {
    await aheadOfLog();
    const { tables } = withRebuild();
    await tables.raise(2);
    await append(fresh.store, 'b', 0);
    await tables.readLog(partitions, 2);
    expect(await seen()).toEqual(['a/1', 'a/2', 'b/1']);
  });

  it('has events read from it, too, that were under way during the rebuild', async () => {
    await aheadOfLog();
    const client = await fresh.database.pool.connect();
    await client.query('BEGIN');
    await appendBy(client, fresh.schema, 'late');
    const { tables } = withRebuild();
    await tables.raise(2);
    await client.query('COMMIT');
    client.release();
    await tables.readLog(partitions, 2);
    expect(await seen()).toEqual(['a/1', 'a/2', 'late/1']);
  });
});
