import type { Pool } from 'pg';

/** Days with lanes that are not closed, oldest first. */
export async function findOpenDays(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ day: string }>(
    'SELECT DISTINCT day::text FROM verify_api.lanes WHERE NOT closed ORDER BY day',
  );
  return rows.map(({ day }) => day);
}

/**
 * Closes the lanes that are completely counted and sealed and whose day has been over for a day, so that they cost
 * nothing more. A lane that receives a block later is reopened before its day is dropped.
 */
export async function closeLanes(pool: Pool, today: string): Promise<void> {
  await pool.query(
    `UPDATE verify_api.lanes AS lane SET closed = true
     WHERE NOT closed AND day < $1::date - 1 AND NOT EXISTS (${UNFINISHED})`,
    [today],
  );
}

/** Reopens closed lanes that received blocks; returns whether there are any. */
export async function reopenLanes(pool: Pool, day: string): Promise<boolean> {
  const { rowCount } = await pool.query(
    `UPDATE verify_api.lanes AS lane SET closed = false WHERE day = $1 AND EXISTS (${UNFINISHED})`,
    [day],
  );
  return rowCount !== 0;
}

const UNFINISHED = `SELECT FROM verify_api.interactions AS block
  WHERE block.day = lane.day AND block.project_id = lane.project_id AND block.writer = lane.writer
    AND block.sequence > least(lane.counted, lane.sealed)`;
