import { inTransaction } from '@service/event-store';
import type { Pool } from 'pg';
import { DAY, dayOf } from '../../days.js';
import { countBlocks } from '../../usage/count-blocks.js';
import { reopenLanes } from '../../usage/open-lanes.js';
import { partitionOf } from '../storage/partitions.js';

interface KeptDay {
  day: string;
  /** Whether its partition belongs to the table still; `pending` where taking it off was interrupted. */
  attached: 'yes' | 'pending' | 'no';
}

/**
 * Drops the days of the history that have been over for longer than they are kept, each once all of its lanes are
 * counted. Waits for no writer, and lets none wait.
 * @returns the days that were dropped.
 */
export async function dropDays(pool: Pool, retentionDays: number, now: number): Promise<string[]> {
  const first = dayOf(now - retentionDays * DAY);
  const dropped: string[] = [];
  for (const kept of await findKeptDays(pool)) {
    if (kept.day >= first) continue;
    await countToTheEnd(pool, kept);
    await dropDay(pool, kept);
    dropped.push(kept.day);
  }
  return dropped;
}

/** Days that have a partition, also one that is taken off but not dropped yet; oldest first. */
async function findKeptDays(pool: Pool): Promise<KeptDay[]> {
  const { rows } = await pool.query<KeptDay>(
    `SELECT to_date(right(child.relname, 8), 'YYYYMMDD')::text AS day,
       CASE WHEN link.inhrelid IS NULL THEN 'no' WHEN link.inhdetachpending THEN 'pending' ELSE 'yes' END AS attached
     FROM pg_class AS child LEFT JOIN pg_inherits AS link ON link.inhrelid = child.oid
     WHERE child.relnamespace = 'verify_api'::regnamespace AND child.relkind = 'r'
       AND child.relname ~ '^interactions_[0-9]{8}$'
     ORDER BY day`,
  );
  return rows;
}

/** Blocks that came after their lane was closed are counted as well, while they can be seen. */
async function countToTheEnd(pool: Pool, { day, attached }: KeptDay): Promise<void> {
  if (attached !== 'yes') return;
  await reopenLanes(pool, day);
  while ((await countBlocks(pool, day)) > 0);
}

async function dropDay(pool: Pool, { day, attached }: KeptDay): Promise<void> {
  const table = `verify_api.${partitionOf(day)}`;
  if (attached !== 'no') {
    const how = attached === 'yes' ? 'CONCURRENTLY' : 'FINALIZE';
    await pool.query(`ALTER TABLE verify_api.interactions DETACH PARTITION ${table} ${how}`);
  }
  await inTransaction(pool, 'BEGIN', async (client) => {
    await client.query(`DROP TABLE ${table}`);
    await client.query('DELETE FROM verify_api.lanes WHERE day = $1', [day]);
  });
}
