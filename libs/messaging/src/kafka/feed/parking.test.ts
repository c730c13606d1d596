import { beforeEach, describe, expect, it } from '@jest/globals';
import { EventLog, type RecordedEvent } from '@service/event-store';
import { applied, appliedSql, replica, type Replica } from '../../testing/counting-consumer.js';
import { append, freshLogForEachTest } from '../../testing/fresh-log.js';
import { countParked } from './parked-streams.js';

const fresh = freshLogForEachTest();
const partitions = [{ topic: 'topic', partition: 0 }];
let sound: Replica;

beforeEach(async () => {
  await fresh.database.pool.query(appliedSql(fresh.schema));
  sound = replica(fresh.database.pool, fresh.log);
  await append(fresh.store, 'a', 0, 2);
  await sound.tables.readLog(partitions, 1);
  await append(fresh.store, 'a', 2, 2);
  await append(fresh.store, 'b', 0);
  await sound.tables.parking.park(
    (await fresh.log.readAfter(new Map([['a', 2]])))[0] as RecordedEvent,
    'why',
  );
});

const seen = () => applied(fresh.database.pool, fresh.schema);
const parked = async () =>
  (
    await fresh.database.pool.query(
      `SELECT stream_id, version, cause, replay_requested AS requested FROM ${fresh.schema}.parked_streams`,
    )
  ).rows;
const request = () =>
  fresh.database.pool.query(`UPDATE ${fresh.schema}.parked_streams SET replay_requested = true`);

describe('a parked stream', () => {
  it('is left out while the others go on', async () => {
    await sound.tables.readLog(partitions, 1);
    expect(await seen()).toEqual(['a/1', 'a/2', 'b/1']);
    expect(await parked()).toEqual([{ stream_id: 'a', version: 3, cause: 'why', requested: false }]);
  });

  it('is counted, in each schema of the database that has consumers', async () => {
    const counted = await countParked(fresh.database.pool);
    expect(counted).toContainEqual({ schema: fresh.schema, count: 1 });
  });

  it('is replayed on request', async () => {
    expect(await sound.tables.parking.requested()).toEqual([]);
    await request();
    expect(await sound.tables.parking.requested()).toEqual(['a']);
  });

  it('gets the events that it missed when it is replayed, and then goes on', async () => {
    await sound.tables.readLog(partitions, 1);
    await sound.tables.replay('a', partitions, 1);
    await append(fresh.store, 'a', 4);
    await sound.tables.readLog(partitions, 1);
    expect(await seen()).toEqual(['a/1', 'a/2', 'b/1', 'a/3', 'a/4', 'a/5']);
    expect(await parked()).toEqual([]);
  });

  it('is replayed once by concurrent replicas', async () => {
    const replicas = Array.from({ length: 4 }, () => replica(fresh.database.pool, fresh.log));
    await Promise.all(replicas.map(({ tables }) => tables.replay('a', partitions, 1)));
    expect(await seen()).toEqual(['a/1', 'a/2', 'a/3', 'a/4']);
  });

  it('is replayed by a pool that has a single connection', async () => {
    const pool = fresh.database.openPool(1, 'single');
    const single = replica(pool, new EventLog(pool, fresh.schema));
    await single.tables.replay('a', partitions, 1);
    expect(await seen()).toHaveLength(4);
  });

  it('that still cannot be applied stays parked with the cause, until the next request', async () => {
    await request();
    const apply = () => Promise.reject(new Error('cannot be applied'));
    const broken = replica(fresh.database.pool, fresh.log, { apply });
    await expect(broken.tables.replay('a', partitions, 1)).rejects.toThrow('cannot be applied');
    expect(await parked()).toHaveLength(1);
    await broken.tables.parking.refuse('a', 'still not');
    expect(await parked()).toEqual([{ stream_id: 'a', version: 3, cause: 'still not', requested: false }]);
  });

  it('is not parked for another consumer', async () => {
    const other = replica(fresh.database.pool, fresh.log, { name: 'other' });
    await other.tables.readLog(partitions, 1);
    expect(other.reported).toEqual(['a/1', 'a/2', 'a/3', 'a/4', 'b/1']);
  });
});
