import { underLease, type Lease } from '@service/event-store';
import type { Pool } from 'pg';

/** How far the history was sent. */
export interface StreamPlace {
  /** Number of the newest seal that was sent, with all that it covers. */
  seal: number;
  /** How many lanes of the next seal were sent as a whole. */
  lanes: number;
  /** Sequence of the last line that was sent of the lane after these; 0 without one. */
  line: number;
}

/** Where the stream goes on. Its first place is behind the days that were dropped by then. */
export async function readPlace(pool: Pool): Promise<StreamPlace> {
  const { rows } = await pool.query<{ seal: number; lanes: number; line: string }>(
    'SELECT seal, lanes, line FROM verify_api.history_stream',
  );
  const [row] = rows;
  if (row !== undefined) return { ...row, line: Number(row.line) };
  await pool.query(
    `INSERT INTO verify_api.history_stream (seal)
     SELECT coalesce(max(seal), 0) FROM verify_api.history_sealed_lanes
     WHERE day IN (SELECT day FROM verify_api.history_dropped_days)
     ON CONFLICT DO NOTHING`,
  );
  return readPlace(pool);
}

/** @throws LeaseLostError where another process sends by now. */
export async function storePlace(
  pool: Pool,
  lease: Lease | null,
  { seal, lanes, line }: StreamPlace,
): Promise<void> {
  await underLease(pool, lease, (client) =>
    client.query('UPDATE verify_api.history_stream SET seal = $1, lanes = $2, line = $3', [
      seal,
      lanes,
      line,
    ]),
  );
}

/** Whether all lines of a day that are sealed were sent. */
export async function isSent(pool: Pool, day: string): Promise<boolean> {
  const { seal } = await readPlace(pool);
  const { rows } = await pool.query(
    'SELECT FROM verify_api.history_sealed_lanes WHERE seal > $1 AND day = $2 LIMIT 1',
    [seal, day],
  );
  return rows.length === 0;
}
