import type { Pool } from 'pg';
import type { EventLog } from '../log/event-log.js';
import { BEGINNING, comparePositions, type Position } from '../log/position.js';
import { movePosition, readPosition } from '../following/positions.js';
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
    });
    at = to;
    events += page.events.length;
    progress(events);
  }
  events += await takeOver(pool, log, view, at);
  return { events, milliseconds: Date.now() - started };
}

/** Holds the live view's position, catches up with it, and swaps the two schemas. */
async function takeOver(pool: Pool, log: EventLog, view: View, reached: Position): Promise<number> {
  const next = rebuildSchema(view);
  const old = replacedSchema(view);
  const caughtUp = await inTransaction(pool, 'BEGIN', async (client) => {
    const live = await readPosition(client, view.schema, view.name);
    let events = 0;
    let at = reached;
    while (comparePositions(at, live) < 0) {
      const page = await log.readAll(at, 1000);
      const to = page.events[page.events.length - 1]?.position;
      if (to === undefined) throw new Error('The live view stands behind the end of its log.');
      await view.apply(client, next, page.events);
      await movePosition(client, next, view.name, at, to);
      at = to;
      events += page.events.length;
    }
    await client.query(`ALTER SCHEMA ${view.schema} RENAME TO ${old}`);
    await client.query(`ALTER SCHEMA ${next} RENAME TO ${view.schema}`);
    return events;
  });
  // In a transaction of its own, for it waits for readers of the old tables while nobody waits for it.
  await pool.query(`DROP SCHEMA ${old} CASCADE`);
  return caughtUp;
}
