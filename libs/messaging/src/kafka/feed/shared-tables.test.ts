import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { atEpoch, type PartitionPosition, type RecordedEvent } from '@service/event-store';
import { applied, appliedSql, replica, type Replica } from '../../testing/counting-consumer.js';
import { isTransient } from '../failures.js';
import { append, freshLogForEachTest } from '../../testing/fresh-log.js';

const fresh = freshLogForEachTest();
const partitions = [0, 1, 2].map((partition) => ({ topic: 'topic', partition }));
let one: Replica;
let another: Replica;

beforeEach(async () => {
  await fresh.database.pool.query(appliedSql(fresh.schema));
  one = replica(fresh.database.pool, fresh.log);
  another = replica(fresh.database.pool, fresh.log);
});

const seen = () => applied(fresh.database.pool, fresh.schema);
const upTo = (nextOffset: number): PartitionPosition => ({
  topic: 'topic',
  partition: 0,
  nextOffset: `${nextOffset}`,
  horizon: '0',
  epoch: 1,
  currentAt: 1_000,
});

/** Appends to a stream; answers its events as a topic delivers them. */
async function written(streamId: string, count: number): Promise<RecordedEvent[]> {
  await append(fresh.store, streamId, 0, count);
  return atEpoch(await fresh.log.readAfter(new Map([[streamId, 0]])), 1);
}

describe('a batch of a partition', () => {
  it('is applied once, however often it comes, and reported by the replica that applied it', async () => {
    const a = await written('a', 2);
    await one.tables.apply(a, [upTo(2)]);
    await one.tables.apply(a, [upTo(2)]);
    await another.tables.apply(a, [upTo(2)]);
    expect(await seen()).toEqual(['a/1', 'a/2']);
    expect([one.reported, another.reported]).toEqual([['a/1', 'a/2'], []]);
  });

  it('waits for a consumer that is not ready, without counting as failed', async () => {
    const unready = replica(fresh.database.pool, fresh.log, { prepare: () => Promise.resolve(false) });
    const refused: unknown = await unready.tables
      .apply(await written('a', 1), [upTo(1)])
      .catch((error) => error);
    expect([isTransient(refused), await seen()]).toEqual([true, []]);
    expect(isTransient(new Error('A fault of the batch.'))).toBe(false);
  });

  it('is applied once and in order by replicas that all think that they own the partition', async () => {
    const events = [...(await written('a', 20)), ...(await written('b', 20))];
    const replicas = Array.from({ length: 6 }, () => replica(fresh.database.pool, fresh.log));
    await Promise.all(
      replicas.flatMap(({ tables }) =>
        events.map((event, index) => tables.apply([event], [upTo(index + 1)])),
      ),
    );
    const all = await seen();
    const of = (stream: string) => all.filter((each) => each.startsWith(stream));
    const expected = (stream: string) => Array.from({ length: 20 }, (_, index) => `${stream}/${index + 1}`);
    expect([of('a'), of('b')]).toEqual([expected('a'), expected('b')]);
    expect(all).toHaveLength(40);
    expect(replicas.flatMap(({ reported }) => reported).sort()).toEqual(all.sort());
  });

  it('is applied in order, though its events come in another', async () => {
    const [first, second, third] = (await written('a', 3)) as [RecordedEvent, RecordedEvent, RecordedEvent];
    await one.tables.apply([third, first], [upTo(1)]);
    await one.tables.apply([second], [upTo(2)]);
    expect(await seen()).toEqual(['a/1', 'a/2', 'a/3']);
  });

  it('moves the position together with its effect, even where none of its events is newer', async () => {
    const a = await written('a', 1);
    await one.tables.apply(a, [upTo(4)]);
    await another.tables.apply(a, [upTo(5)]);
    expect(await one.tables.positions()).toEqual([upTo(5)]);
  });

  it('waits for the disk, because the reader goes on behind it', async () => {
    let commits = '';
    const events = await written('a', 1);
    const durable = replica(fresh.database.pool, fresh.log, {
      apply: async (client) => {
        const { rows } = await client.query<{ synchronous_commit: string }>('SHOW synchronous_commit');
        commits = rows[0]?.synchronous_commit ?? '';
      },
    });
    await durable.tables.apply(events, [upTo(1)]);
    expect(commits).toBe('on');
  });

  it('that cannot be applied leaves no effect, version or position', async () => {
    const a = await written('a', 1);
    const { apply } = one.consumer;
    const broken = replica(fresh.database.pool, fresh.log, {
      apply: async (client, events) => {
        await apply(client, events);
        throw new Error('cannot be applied');
      },
    });
    await expect(broken.tables.apply(a, [upTo(1)])).rejects.toThrow('cannot be applied');
    expect([await seen(), broken.reported, await one.tables.positions()]).toEqual([[], [], []]);
    await one.tables.apply(a, [upTo(1)]);
    expect(await seen()).toEqual(['a/1']);
  });
});

describe('reading the log', () => {
  it('from the beginning applies everything, and inserts every partition at the horizon that it reached', async () => {
    await written('a', 2);
    await written('b', 1);
    await one.tables.readLog(partitions, 1);
    expect(await seen()).toEqual(['a/1', 'a/2', 'b/1']);
    const positions = await one.tables.positions();
    expect(positions).toHaveLength(3);
    const last = (await fresh.log.readAfter(new Map([['b', 0]])))[0];
    for (const { horizon, nextOffset } of positions) {
      expect(BigInt(horizon)).toBeGreaterThan(BigInt(last?.position.tx ?? horizon));
      expect(nextOffset).toBe('0');
    }
  });

  it('again applies new events only', async () => {
    await written('a', 2);
    await one.tables.readLog(partitions, 1);
    const asked = jest.spyOn(fresh.log, 'readAll');
    await append(fresh.store, 'a', 2);
    await another.tables.readLog(partitions, 1);
    expect(await seen()).toEqual(['a/1', 'a/2', 'a/3']);
    const pages = await Promise.all(asked.mock.results.map((result) => result.value as Promise<unknown>));
    expect(pages).toMatchObject([{ events: [{ stream_id: 'a', version: 3 }] }]);
  });

  it('starts at the beginning where a partition has never been read', async () => {
    await written('a', 1);
    await one.tables.readLog(partitions.slice(0, 2), 1);
    await fresh.database.pool.query(`DELETE FROM ${fresh.schema}.stream_versions`);
    await one.tables.readLog(partitions, 1);
    expect(await seen()).toEqual(['a/1', 'a/1']);
  });

  it('goes on from partitions that exist, where the topic had more before, and moves the positions of the others', async () => {
    const [last = partitions[0]] = partitions.slice(2);
    await one.tables.readLog(partitions, 1);
    await written('a', 1);
    await one.tables.readLog(partitions.slice(0, 2), 1);
    const asked = jest.spyOn(fresh.log, 'readAll');
    await one.tables.readLog(partitions.slice(0, 2), 1);
    await expect(asked.mock.results[0]?.value).resolves.toMatchObject({ events: [] });
    const positions = await one.tables.positions();
    expect(positions.find(({ partition }) => partition === last?.partition)?.horizon).toBe(
      positions[0]?.horizon,
    );
  });

  it('and a topic with the same events apply them once, from many replicas at the same time', async () => {
    const events = [...(await written('a', 10)), ...(await written('b', 10))];
    const replicas = Array.from({ length: 4 }, () => replica(fresh.database.pool, fresh.log));
    await Promise.all([
      ...replicas.map(({ tables }) => tables.readLog(partitions, 1)),
      ...replicas.map(({ tables }) => tables.apply(events, [upTo(20)])),
    ]);
    const all = await seen();
    expect(new Set(all).size).toBe(20);
    expect(all).toHaveLength(20);
  });

  it('before any topic has brought its epoch applies events that the topics will bring again', async () => {
    const a = await written('a', 2);
    await one.tables.readLog(partitions, 0);
    await one.tables.apply(a, [upTo(2)]);
    expect(await seen()).toEqual(['a/1', 'a/2']);
  });

  it('by a replica that does not know the epoch yet leaves out nothing new', async () => {
    const a = await written('a', 1);
    await one.tables.apply(atEpoch(a, 2), [{ ...upTo(1), epoch: 2 }]);
    await append(fresh.store, 'a', 1);
    await another.tables.readLog(partitions, 1);
    expect(await seen()).toEqual(['a/1', 'a/2']);
    expect((await one.tables.positions()).map(({ epoch }) => epoch)).toEqual([2, 2, 2]);
  });
});
