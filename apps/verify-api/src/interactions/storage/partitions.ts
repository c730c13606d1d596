import { inTransaction } from '@service/event-store';
import type { Pool } from 'pg';
import { DAY, dayOf, endOf } from '../../days.js';

/** Serialises the makers of partitions, whichever process they are in. */
export const PARTITIONS_LOCK = 0x68697374;

/** Name of the table that holds a day. */
export function partitionOf(day: string): string {
  return `interactions_${day.replaceAll('-', '')}`;
}

/** The days that a moment's lines and those of the next day belong to. */
export function daysAhead(now: number): string[] {
  return [dayOf(now), dayOf(now + DAY)];
}

/**
 * Makes the partitions of days, where they are missing. They are made apart and then attached, which waits for
 * no reader, and lets no writer wait behind one.
 */
export async function ensurePartitions(pool: Pool, days: readonly string[]): Promise<void> {
  for (const day of days) await ensurePartition(pool, day, dayOf(endOf(day)));
}

async function ensurePartition(pool: Pool, day: string, next: string): Promise<void> {
  const table = `verify_api.${partitionOf(day)}`;
  if (await exists(pool, day)) return;
  await inTransaction(pool, 'BEGIN', async (client) => {
    await client.query('SELECT pg_advisory_xact_lock($1)', [PARTITIONS_LOCK]);
    if (await exists(client, day)) return;
    await client.query(`CREATE TABLE ${table} (LIKE verify_api.interactions INCLUDING ALL)`);
    await client.query(
      `ALTER TABLE verify_api.interactions ATTACH PARTITION ${table} FOR VALUES FROM ('${day}') TO ('${next}')`,
    );
  });
}

/** By a look into the table of tables: what `to_regclass` remembers is from before the wait for the lock. */
async function exists(client: Pick<Pool, 'query'>, day: string): Promise<boolean> {
  const { rows } = await client.query(
    "SELECT FROM pg_class WHERE relnamespace = 'verify_api'::regnamespace AND relname = $1",
    [partitionOf(day)],
  );
  return rows.length > 0;
}
