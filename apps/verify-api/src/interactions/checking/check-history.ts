import type { Pool } from 'pg';
import { findStoredLanes } from './check-day.js';
import { checkLane, type LaneFault, type StoredLane } from './check-lane.js';

/** What a check of everything amounts to. */
export interface HistoryCheck {
  lanes: number;
  lines: number;
  faults: number;
}

/** Checks every project's lanes of a day, or of all days that are kept; tells of each fault. */
export async function checkHistory(
  pool: Pool,
  day: string | null,
  found: (lane: StoredLane, fault: LaneFault) => void,
): Promise<HistoryCheck> {
  const sum = { lanes: 0, lines: 0, faults: 0 };
  const { rows } = await pool.query<{ day: string; project_id: string }>(
    `SELECT day::text, project_id FROM verify_api.lanes WHERE $1::date IS NULL OR day = $1::date
     UNION
     SELECT day::text, project_id FROM verify_api.interactions WHERE $1::date IS NULL OR day = $1::date
     ORDER BY day, project_id`,
    [day],
  );
  for (const row of rows) {
    for (const lane of await findStoredLanes(pool, row.project_id, row.day)) {
      const { lines } = await checkLane(pool, lane, (fault) => {
        sum.faults += 1;
        found(lane, fault);
      });
      sum.lanes += 1;
      sum.lines += lines;
    }
  }
  return sum;
}
