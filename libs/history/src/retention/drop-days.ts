import type { PartitionDay } from '@service/event-store';
import type { Pool } from 'pg';
import { countBlocks } from '../usage/count-blocks.js';
import { reopenLanes } from '../usage/open-lanes.js';
import { readSealsInLog } from '../sealing/logged-seals.js';
import { isSent } from '../streaming/stream-place.js';
import { historyDays } from '../storage/partitions.js';

/** What happened to the days whose retention is over. */
export interface DroppedDays {
  dropped: string[];
  /** Days that stay, because a seal in the transparency log does not cover all of their lines yet. */
  unsealed: string[];
  /** Days that stay, because their sealed lines were not sent to the receiver yet. */
  unsent: string[];
}

/**
 * Drops the days of the history whose retention is over, each as soon as all of its lanes are counted and sealed. It
 * neither waits for writers nor blocks them.
 * @param streams whether a receiver gets the history: no day is dropped before it has the lines.
 */
export async function dropDays(
  pool: Pool,
  retentionDays: number,
  now: number,
  streams = false,
): Promise<DroppedDays> {
  const days: DroppedDays = { dropped: [], unsealed: [], unsent: [] };
  for (const expired of await historyDays.expired(pool, retentionDays, now)) {
    if (expired.attached === 'yes') {
      await countToTheEnd(pool, expired.day);
      if (!(await isSealed(pool, expired.day))) {
        days.unsealed.push(expired.day);
        continue;
      }
      if (streams && !(await isSent(pool, expired.day))) {
        days.unsent.push(expired.day);
        continue;
      }
    }
    await dropDay(pool, expired);
    days.dropped.push(expired.day);
  }
  return days;
}

/** Also counts blocks that arrived after their lane was closed. */
async function countToTheEnd(pool: Pool, day: string): Promise<void> {
  await reopenLanes(pool, day);
  while ((await countBlocks(pool, day)) > 0);
}

/**
 * Whether each lane of a day is sealed up to its last line, by seals that are in the log. Blocks that another app wrote
 * without a lane are never sealed, and must not keep the day.
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

async function dropDay(pool: Pool, expired: PartitionDay): Promise<void> {
  // Stored first, so that a check that finds no lines of the day finds the reason.
  await pool.query('INSERT INTO verify_api.history_dropped_days (day) VALUES ($1) ON CONFLICT DO NOTHING', [
    expired.day,
  ]);
  await historyDays.drop(pool, expired, (client) =>
    client.query('DELETE FROM verify_api.lanes WHERE day = $1', [expired.day]),
  );
}
