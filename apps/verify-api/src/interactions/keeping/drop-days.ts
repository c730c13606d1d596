import { inTransaction } from '@service/event-store';
import type { Pool } from 'pg';
import { DAY, dayOf } from '../../days.js';
import { countBlocks } from '../../usage/count-blocks.js';
import { reopenLanes } from '../../usage/open-lanes.js';
import { readSealsInLog } from '../sealing/logged-seals.js';
import { partitionOf } from '../storage/partitions.js';

interface KeptDay {
  day: string;
  /** Whether its partition belongs to the table still; `pending` where taking it off was interrupted. */
  attached: 'yes' | 'pending' | 'no';
}

/** What became of the days whose time was over. */
export interface DroppedDays {
  dropped: string[];
  /** Days that stay: not all of their lines are under a seal that is in the transparency log. */
  unsealed: string[];
}

/**
 * Drops the days of the history that have been over for longer than they are kept, each once all of its lanes are
 * counted and sealed. Waits for no writer, and lets none wait.
 */
export async function dropDays(pool: Pool, retentionDays: number, now: number): Promise<DroppedDays> {
  const first = dayOf(now - retentionDays * DAY);
  const days: DroppedDays = { dropped: [], unsealed: [] };
  for (const kept of await findKeptDays(pool)) {
    if (kept.day >= first) continue;
    if (kept.attached === 'yes') {
      await countToTheEnd(pool, kept.day);
      if (!(await isSealed(pool, kept.day))) {
        days.unsealed.push(kept.day);
        continue;
      }
    }
    await dropDay(pool, kept);
    days.dropped.push(kept.day);
  }
  return days;
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
async function countToTheEnd(pool: Pool, day: string): Promise<void> {
  await reopenLanes(pool, day);
  while ((await countBlocks(pool, day)) > 0);
}

/** Whether each lane of a day is sealed up to its last line, by seals that are in the log. */
async function isSealed(pool: Pool, day: string): Promise<boolean> {
  const { logged } = await readSealsInLog(pool);
  const { rows } = await pool.query(
    `SELECT FROM (
       SELECT project_id, writer, max(sequence) AS newest FROM verify_api.interactions WHERE day = $1 GROUP BY 1, 2
     ) AS lane
     WHERE newest > coalesce((
       SELECT count FROM verify_api.history_sealed_lanes AS sealed
       WHERE day = $1 AND project_id = lane.project_id AND writer = lane.writer AND seal <= $2
       ORDER BY seal DESC LIMIT 1
     ), 0) LIMIT 1`,
    [day, logged],
  );
  return rows.length === 0;
}

async function dropDay(pool: Pool, { day, attached }: KeptDay): Promise<void> {
  const table = `verify_api.${partitionOf(day)}`;
  // First of all: a check that finds the day gone must find why.
  await pool.query('INSERT INTO verify_api.history_dropped_days (day) VALUES ($1) ON CONFLICT DO NOTHING', [
    day,
  ]);
  if (attached !== 'no') {
    const how = attached === 'yes' ? 'CONCURRENTLY' : 'FINALIZE';
    await pool.query(`ALTER TABLE verify_api.interactions DETACH PARTITION ${table} ${how}`);
  }
  await inTransaction(pool, 'BEGIN', async (client) => {
    await client.query(`DROP TABLE ${table}`);
    await client.query('DELETE FROM verify_api.lanes WHERE day = $1', [day]);
  });
}
