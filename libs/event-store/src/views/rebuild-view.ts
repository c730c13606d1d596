import type { Pool, PoolClient } from 'pg';
import type { EventLog } from '../log/event-log.js';
import { BEGINNING, type Position } from '../log/position.js';
import { movePosition, readPosition } from '../following/positions.js';
import { recordVersions } from '../following/stream-versions.js';
import { inTransaction } from '../following/transaction.js';
import { createViewSql } from './view-schema.js';
import { rebuildSchema, replacedSchema, type View } from './view.js';

/** What a rebuild did. */
export interface Rebuilt {
  events: number;
  milliseconds: number;
}

/**
 * Builds a view anew beside the live one and then puts it in its place, while the live one goes on answering
 * and following. Batches are small transactions: one long one would hold back every tail of the server.
 */
export async function rebuildView(
  pool: Pool,
  log: EventLog,
  view: View,
  progress: (events: number) => void = () => undefined,
): Promise<Rebuilt> {
  const started = Date.now();
  const next = rebuildSchema(view);
  // Whoever crashed after the swap has left it.
  await pool.query(`DROP SCHEMA IF EXISTS ${replacedSchema(view)} CASCADE`);
  await inTransaction(pool, 'BEGIN', async (client) => {
    await client.query(`DROP SCHEMA IF EXISTS ${next} CASCADE`);
    for (const statement of createViewSql(view, next)) await client.query(statement);
    await readPosition(client, next, view.name);
  });
  let events = 0;
  let at: Position = BEGINNING;
  for await (const page of log.pages(1000)) {
    const to = page.events[page.events.length - 1]?.position;
    if (to === undefined) break;
    await inTransaction(pool, 'BEGIN; SET LOCAL synchronous_commit = off', async (client) => {
      await movePosition(client, next, view.name, at, to);
      await view.apply(client, next, page.events);
      await recordVersions(client, { name: view.name, schema: next }, page.events);
    });
    at = to;
    events += page.events.length;
    progress(events);
  }
  events += await takeOver(pool, log, view, at);
  return { events, milliseconds: Date.now() - started };
}

/** Holds the live view where it stands, catches up with it, and swaps the two schemas. */
async function takeOver(pool: Pool, log: EventLog, view: View, reached: Position): Promise<number> {
  const next = rebuildSchema(view);
  const old = replacedSchema(view);
  const caughtUp = await inTransaction(pool, 'BEGIN', async (client) => {
    await holdLiveView(client, view);
    let events = 0;
    let at = reached;
    for await (const page of log.pages(1000, reached)) {
      const to = page.events[page.events.length - 1]?.position;
      if (to === undefined) break;
      await view.apply(client, next, page.events);
      await recordVersions(client, { name: view.name, schema: next }, page.events);
      await movePosition(client, next, view.name, at, to);
      at = to;
      events += page.events.length;
    }
    // Whatever a feed with partitions had brought to the live view is in the log, and so is here by now.
    await client.query(
      `INSERT INTO ${next}.partition_positions SELECT * FROM ${view.schema}.partition_positions`,
    );
    await client.query(`ALTER SCHEMA ${view.schema} RENAME TO ${old}`);
    await client.query(`ALTER SCHEMA ${next} RENAME TO ${view.schema}`);
    return events;
  });
  // In a transaction of its own, for it waits for readers of the old tables while nobody waits for it.
  await pool.query(`DROP SCHEMA ${old} CASCADE`);
  return caughtUp;
}

/**
 * Nobody who follows can commit an effect until the transaction ends. Of partitions the whole table is locked:
 * a row that somebody has just entered could not be seen, and whoever waits goes on with the new table.
 */
async function holdLiveView(client: PoolClient, { schema, name }: View): Promise<void> {
  await readPosition(client, schema, name);
  await client.query(`LOCK TABLE ${schema}.partition_positions IN EXCLUSIVE MODE`);
}
