import { setTimeout as pause } from 'node:timers/promises';
import { isLockTimeout } from '@service/platform/postgres';
import type { Pool, PoolClient } from 'pg';
import type { EventLog, LogPage } from '../log/event-log.js';
import type { RecordedEvent } from '../log/events.js';
import { BEGINNING, type Position } from '../log/position.js';
import { movePosition, readPosition } from '../following/positions.js';
import { readPartitionPositions } from '../following/partition-positions.js';
import { atEpoch, recordVersions } from '../following/stream-versions.js';
import { UNFORCED, inTransaction } from '../following/transaction.js';
import { rebuildSchema, replacedSchema, viewIndexesSql, viewTablesSql, type View } from './view.js';

/** Milliseconds that an attempt to drop the old tables waits for their readers before it gives up. */
const DROP_PATIENCE = 100;
/** Events in one transaction: enough that its round trips cost little, and few enough that it is over within a moment. */
const PAGE = 2_000;

/** The result of a rebuild. */
export interface Rebuilt {
  events: number;
  milliseconds: number;
}

export interface RebuildOptions {
  /** Epoch of the log; by default the epoch that the live view has reached. */
  epoch?: number;
  /** Called with the number of events applied so far. */
  progress?: (events: number) => void;
  /** Events in one transaction. */
  page?: number;
}

/**
 * Rebuilds a view beside the live one, which goes on answering and following, and then swaps the two. Batches
 * are small transactions: one long transaction would hold back every follower of the server. The next page is read while
 * one is applied, and the indexes for readers are built at the end: to update them with each event takes the most time.
 */
export async function rebuildView(
  pool: Pool,
  log: EventLog,
  view: View,
  { epoch, progress, page: size = PAGE }: RebuildOptions = {},
): Promise<Rebuilt> {
  const started = Date.now();
  const next = rebuildSchema(view);
  // A rebuild that crashed after the swap left it behind.
  await dropReplaced(pool, view);
  await inTransaction(pool, 'BEGIN', async (client) => {
    await client.query(`DROP SCHEMA IF EXISTS ${next} CASCADE`);
    await client.query(`CREATE SCHEMA ${next}`);
    for (const statement of viewTablesSql(view, next)) await client.query(statement);
    await readPosition(client, next, view.name);
  });
  const build = { log, view, epoch: epoch ?? (await epochOf(pool, view)) };
  const first = await fill(pool, build, BEGINNING, { size, progress });
  await createIndexes(pool, view, next);
  // Apply what was appended meanwhile, so that the lock on the live view is short.
  const second = await fill(pool, build, first.at, { size });
  const events = first.events + second.events + (await takeOver(pool, build, second.at));
  return { events, milliseconds: Date.now() - started };
}

/** Applies the log from a position on. @returns where it ended. */
async function fill(
  pool: Pool,
  build: Build,
  from: Position,
  { size, progress }: { size: number; progress?: RebuildOptions['progress'] },
): Promise<{ at: Position; events: number }> {
  let events = 0;
  let at = from;
  for await (const page of ahead(build.log.pages(size, from))) {
    const to = page.events[page.events.length - 1]?.position;
    if (to === undefined) break;
    await inTransaction(pool, UNFORCED, async (client) => {
      await applyPage(client, build, page.events, at, to);
    });
    at = to;
    events += page.events.length;
    progress?.(events);
  }
  return { at, events };
}

/** The same pages with read-ahead. */
async function* ahead(pages: AsyncGenerator<LogPage>): AsyncGenerator<LogPage> {
  let next = pages.next();
  for (;;) {
    const { done, value } = await next;
    if (done === true) return;
    next = pages.next();
    // If the caller fails, nobody awaits the page.
    next.catch(() => undefined);
    yield value;
  }
}

/**
 * One transaction for each index. `CONCURRENTLY` would deadlock: it waits for all older transactions, and a gateway that
 * rebuilds a view after its log went back in time holds its lock in one of them.
 */
async function createIndexes(pool: Pool, view: View, schema: string): Promise<void> {
  for (const statement of viewIndexesSql(view, schema)) await pool.query(statement);
}

/** A rebuild under way, and the epoch of its log. */
interface Build {
  log: EventLog;
  view: View;
  epoch: number;
}

async function applyPage(
  client: PoolClient,
  { view, epoch }: Build,
  events: RecordedEvent[],
  from: Position,
  to: Position,
): Promise<void> {
  const next = rebuildSchema(view);
  await movePosition(client, { schema: next, consumer: view.name, from, to });
  await view.apply(client, next, events);
  await recordVersions(client, { name: view.name, schema: next }, atEpoch(events, epoch));
}

async function epochOf(pool: Pool, { schema, name }: View): Promise<number> {
  const positions = await readPartitionPositions(pool, schema, name);
  return Math.max(1, ...positions.map((position) => position.epoch));
}

/** Locks the live view against its follower, catches up with it, and swaps the two schemas. */
async function takeOver(pool: Pool, build: Build, reached: Position): Promise<number> {
  const { log, view } = build;
  const next = rebuildSchema(view);
  const caughtUp = await inTransaction(pool, 'BEGIN', async (client) => {
    await lockLiveView(client, view);
    let events = 0;
    let at = reached;
    for await (const page of log.pages(PAGE, reached)) {
      const to = page.events[page.events.length - 1]?.position;
      if (to === undefined) break;
      await applyPage(client, build, page.events, at, to);
      at = to;
      events += page.events.length;
    }
    // Everything that a feed with partitions brought to the live view is in the log, and so in the new tables.
    await client.query(
      `INSERT INTO ${next}.partition_positions SELECT * FROM ${view.schema}.partition_positions`,
    );
    await client.query(`ALTER SCHEMA ${view.schema} RENAME TO ${replacedSchema(view)}`);
    await client.query(`ALTER SCHEMA ${next} RENAME TO ${view.schema}`);
    return events;
  });
  await dropReplaced(pool, view);
  return caughtUp;
}

/**
 * Drops the old tables once they have no readers. It retries with short waits: while it waits it holds locks on
 * some of them, which block readers of others, and it holds back every follower of the server.
 */
async function dropReplaced(pool: Pool, view: View): Promise<void> {
  for (;;) {
    try {
      await inTransaction(pool, `BEGIN; SET LOCAL lock_timeout = ${DROP_PATIENCE}`, (client) =>
        client.query(`DROP SCHEMA IF EXISTS ${replacedSchema(view)} CASCADE`),
      );
      return;
    } catch (error) {
      if (!isLockTimeout(error)) throw error;
      await pause(DROP_PATIENCE);
    }
  }
}

/**
 * Keeps followers from committing until the transaction ends. It locks the tables and not their rows: a row
 * lock misses a row that was just inserted, and a follower that waits for a row continues on the replaced table
 * when it gets it. Its effect would then be in the new tables, and its position in the old one.
 */
async function lockLiveView(client: PoolClient, { schema }: View): Promise<void> {
  await client.query(`LOCK TABLE ${schema}.positions, ${schema}.partition_positions IN EXCLUSIVE MODE`);
}
