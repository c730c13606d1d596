import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { eventually } from '@service/testing';
import type { PoolClient } from 'pg';
import {
  lockPartitions,
  moveAndReadPartitions,
  readPartitionPositions,
  type PartitionPosition,
} from '../following/partition-positions.js';
import { recordVersions, selectNewer } from '../following/stream-versions.js';
import { EventLog } from '../log/event-log.js';
import { BEGINNING } from '../log/position.js';
import { freshLogForEachTest, toStream } from '../testing/fresh-log.js';
import { rebuildView } from './rebuild-view.js';
import { createViewSql, type View } from './view.js';

const fresh = freshLogForEachTest();
let view: View;
let log: EventLog;

beforeEach(async () => {
  view = eventsView(`${fresh.schema}_view`);
  log = new EventLog(fresh.database.pool, fresh.schema);
  for (const statement of createViewSql(view)) await fresh.database.pool.query(statement);
});

/** Stores every event; its table refuses an event that is applied twice. */
function eventsView(schema: string): View {
  return {
    name: 'events',
    schema,
    log: fresh.schema,
    createSql: (own) => [
      `CREATE TABLE ${own}.seen (stream_id text, version int, UNIQUE (stream_id, version))`,
    ],
    async apply(client, own, events) {
      await client.query(
        `INSERT INTO ${own}.seen SELECT * FROM json_to_recordset($1) AS e(stream_id text, version int)`,
        [JSON.stringify(events)],
      );
    },
  };
}

const position: PartitionPosition = {
  topic: 'topic',
  partition: 0,
  nextOffset: '7',
  horizon: '3',
  epoch: 1,
  currentAt: 1_000,
};

async function write(...streams: string[]): Promise<void> {
  for (const id of streams) await fresh.store.append(toStream(id, 0));
}

const rebuild = () => rebuildView(fresh.database.pool, log, view);

async function read<Row>(table: string): Promise<Row[]> {
  const { rows } = await fresh.database.pool.query(
    `SELECT stream_id AS id, version FROM ${view.schema}.${table} ORDER BY 1, 2`,
  );
  return rows as Row[];
}

/** Applies the whole log as a follower of one partition does, from the lock to the position. */
async function takePartition(client: PoolClient): Promise<void> {
  const { schema, name } = view;
  await lockPartitions(client, schema, name, [position]);
  const { events } = await log.readAll(BEGINNING, 100);
  const newer = await selectNewer(client, log, { schema, name }, events);
  if (newer.length > 0) await view.apply(client, schema, newer);
  await recordVersions(client, { schema, name }, newer);
  await moveAndReadPartitions(client, schema, name, [position]);
}

/** A transaction, and its process id, with which a test sees that others wait for it. */
async function begin(): Promise<{ client: PoolClient; pid: number; commit: () => Promise<void> }> {
  const client = await fresh.database.pool.connect();
  await client.query('BEGIN');
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  const commit = async () => {
    await client.query('COMMIT');
    client.release();
  };
  return { client, pid: rows[0]?.pid ?? 0, commit };
}

const BLOCKED_BY = 'SELECT FROM pg_stat_activity WHERE $1 = ANY (pg_blocking_pids(pid))';
const BLOCKS = 'SELECT FROM unnest(pg_blocking_pids($1))';

async function eventuallySome(query: string, { pid }: { pid: number }): Promise<void> {
  await eventually(async () => {
    expect((await fresh.database.pool.query(query, [pid])).rows).not.toHaveLength(0);
  });
}

const expectWaiting = (holder: { pid: number }) => eventuallySome(BLOCKED_BY, holder);
const expectSomebodyBlocks = (waiting: { pid: number }) => eventuallySome(BLOCKS, waiting);

describe('the tables of a rebuilt view', () => {
  it('are in the epoch of the log, and get no event again', async () => {
    await write('a');
    const { pool } = fresh.database;
    await moveAndReadPartitions(pool, view.schema, view.name, [{ ...position, epoch: 3 }]);
    const epochs = async () =>
      (await pool.query<{ epoch: number }>(`SELECT epoch FROM ${view.schema}.stream_versions`)).rows;
    await rebuild();
    expect(await epochs()).toEqual([{ epoch: 3 }]);
    await rebuildView(pool, log, view, { epoch: 4 });
    expect(await epochs()).toEqual([{ epoch: 4 }]);
  });

  it('have the indexes for readers, and what was written while these were built', async () => {
    const indexed = {
      ...view,
      indexesSql: (own: string) => [
        `CREATE INDEX seen_by_version ON ${own}.seen (version)`,
        `CREATE INDEX seen_later ON ${own}.seen (version, stream_id)`,
      ],
    };
    await write('a');
    const { pool } = fresh.database;
    const query = pool.query.bind(pool) as (...asked: unknown[]) => Promise<unknown>;
    const spied = jest.spyOn(pool, 'query').mockImplementation((async (...asked: unknown[]) => {
      if (String(asked[0]).includes('seen_later')) await write('b');
      return query(...asked);
    }) as never);
    const { events } = await rebuildView(pool, log, indexed);
    spied.mockRestore();
    expect([events, await read('seen')]).toEqual([
      2,
      [
        { id: 'a', version: 1 },
        { id: 'b', version: 1 },
      ],
    ]);
    const { rows } = await pool.query<{ name: string; valid: boolean }>(
      `SELECT c.relname AS name, i.indisvalid AS valid FROM pg_index AS i JOIN pg_class AS c ON c.oid = i.indexrelid
       WHERE c.relnamespace = $1::regnamespace AND c.relname LIKE 'seen\\_%' AND NOT i.indisunique ORDER BY 1`,
      [view.schema],
    );
    expect(rows).toEqual([
      { name: 'seen_by_version', valid: true },
      { name: 'seen_later', valid: true },
    ]);
  });

  it('have the version of each stream, and apply no event again', async () => {
    await write('a', 'b');
    await fresh.store.append(toStream('b', 1));
    await rebuild();
    expect(await read('stream_versions')).toEqual([
      { id: 'a', version: 1 },
      { id: 'b', version: 2 },
    ]);
    const client = await fresh.database.pool.connect();
    await takePartition(client);
    client.release();
    expect(await read('seen')).toHaveLength(3);
  });

  it('have the positions in partitions of the live ones', async () => {
    const { pool } = fresh.database;
    const positions = [position, { ...position, partition: 1, nextOffset: '9' }];
    await moveAndReadPartitions(pool, view.schema, view.name, positions);
    await rebuild();
    expect(await readPartitionPositions(pool, view.schema, view.name)).toEqual(positions);
  });
});

describe('a follower of a partition that applies while a rebuild takes over', () => {
  it.each([
    [
      'has been read before',
      async () => moveAndReadPartitions(fresh.database.pool, view.schema, view.name, [position]),
    ],
    ['is read for the first time', async () => undefined],
  ])('makes the rebuild wait where the partition %s', async (_, prepare) => {
    await prepare();
    await write('a');
    const follower = await begin();
    await takePartition(follower.client);
    const rebuilt = rebuild();
    await expectWaiting(follower);
    await follower.commit();
    await rebuilt;
    expect(await read('seen')).toEqual([{ id: 'a', version: 1 }]);
    const standing = await readPartitionPositions(fresh.database.pool, view.schema, view.name);
    expect(standing).toEqual([position]);
  });

  it('waits for the rebuild, and then continues with the new tables under their lock', async () => {
    await moveAndReadPartitions(fresh.database.pool, view.schema, view.name, [position]);
    await write('a');
    const held = await begin();
    await takePartition(held.client);
    const rebuilt = rebuild();
    await expectWaiting(held);
    await write('b');
    const [first, second] = [await begin(), await begin()];
    const locked = lockPartitions(first.client, view.schema, view.name, [position]);
    await expectSomebodyBlocks(first);
    await held.commit();
    await locked;
    const next = takePartition(second.client);
    await expectSomebodyBlocks(second);
    await takePartition(first.client);
    await first.commit();
    await next;
    await second.commit();
    await rebuilt;
    expect(await read('seen')).toEqual([
      { id: 'a', version: 1 },
      { id: 'b', version: 1 },
    ]);
  });
});
