import type { PartitionDay } from '@service/event-store';
import type { Pool } from 'pg';
import { countBlocks } from '../usage/count-blocks.js';
import { reopenLanes } from '../usage/open-lanes.js';
import { readSealsInLog } from '../sealing/logged-seals.js';
import { historyDays } from '../storage/partitions.js';

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
  const days: DroppedDays = { dropped: [], unsealed: [] };
  for (const kept of await historyDays.expired(pool, retentionDays, now)) {
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

/** Blocks that came after their lane was closed are counted as well, while they can be seen. */
async function countToTheEnd(pool: Pool, day: string): Promise<void> {
  await reopenLanes(pool, day);
  while ((await countBlocks(pool, day)) > 0);
}

/**
 * Whether each lane of a day is sealed up to its last line, by seals that are in the log. What another app wrote without
 * a lane is never sealed, and must not keep the day.
 */
async function isSealed(pool: Pool, day: string): Promise<boolean> {
  const { logged } = await readSealsInLog(pool);
  const { rows } = await pool.query(
    `SELECT FROM (
       SELECT project_id, writer, max(sequence) AS newest FROM verify_api.interactions AS block
       WHERE day = $1 AND (position('.' IN writer) = 0 OR EXISTS (
         SELECT FROM verify_api.lanes WHERE day = $1 AND project_id = block.project_id AND writer = block.writer
       )) GROUP BY 1, 2
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

async function dropDay(pool: Pool, kept: PartitionDay): Promise<void> {
  // First of all: a check that finds the day gone must find why.
  await pool.query('INSERT INTO verify_api.history_dropped_days (day) VALUES ($1) ON CONFLICT DO NOTHING', [
    kept.day,
  ]);
  await historyDays.drop(pool, kept, (client) =>
    client.query('DELETE FROM verify_api.lanes WHERE day = $1', [kept.day]),
  );
}
