import { inTransaction } from '@service/event-store';
import type { Pool } from 'pg';
import { DAY, dayOf, endOf } from '../../days.js';

/** Serialises the makers of partitions, whichever process they are in. */
const LOCK = 0x68697374;

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
  if (await exists(pool, table)) return;
  await inTransaction(pool, 'BEGIN', async (client) => {
    await client.query('SELECT pg_advisory_xact_lock($1)', [LOCK]);
    if (await exists(client, table)) return;
    await client.query(`CREATE TABLE ${table} (LIKE verify_api.interactions INCLUDING ALL)`);
    await client.query(
      `ALTER TABLE verify_api.interactions ATTACH PARTITION ${table} FOR VALUES FROM ('${day}') TO ('${next}')`,
    );
  });
}

async function exists(client: Pick<Pool, 'query'>, table: string): Promise<boolean> {
  const { rows } = await client.query<{ found: boolean }>('SELECT to_regclass($1) IS NOT NULL AS found', [
    table,
  ]);
  return rows[0]?.found === true;
}
