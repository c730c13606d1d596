import type { Pool } from 'pg';
import { checkLane, type LaneFault } from './check-lane.js';
import { checkSeals, type SealFault } from './check-seals.js';
import { findStoredDay, type StoredLane } from './stored-lanes.js';

/** The result of a check of the whole history. */
export interface HistoryCheck {
  lanes: number;
  lines: number;
  /** Lines that no seal in the log covers yet. */
  unsealed: number;
  seals: number;
  faults: number;
}

/** Called with each fault as soon as it is found. */
export interface FaultListener {
  lane(lane: StoredLane, fault: LaneFault): void;
  seal(fault: SealFault): void;
}

/** Checks every project's lanes of a day, or of all stored days, and their seals. */
export async function checkHistory(
  pool: Pool,
  day: string | null,
  found: FaultListener,
): Promise<HistoryCheck> {
  const sum = { lanes: 0, lines: 0, unsealed: 0, seals: 0, faults: 0 };
  const { rows } = await pool.query<{ day: string; project_id: string }>(
    `WITH RECURSIVE sealed AS (
       (${nextSealed('')})
       UNION ALL
       SELECT next.* FROM sealed CROSS JOIN LATERAL (
         ${nextSealed('AND (day, project_id) > (sealed.day, sealed.project_id)')}
       ) AS next
     )
     SELECT day::text, project_id FROM verify_api.lanes WHERE $1::date IS NULL OR day = $1::date
     UNION
     SELECT day::text, project_id FROM verify_api.interactions WHERE $1::date IS NULL OR day = $1::date
     UNION
     SELECT day::text, project_id FROM sealed
     ORDER BY day, project_id`,
    [day],
  );
  for (const row of rows) {
    const { lanes } = await findStoredDay(pool, row.project_id, row.day);
    for (const lane of lanes) {
      const { lines, unsealed } = await checkLane(pool, lane, (fault) => {
        sum.faults += 1;
        found.lane(lane, fault);
      });
      sum.lanes += 1;
      sum.lines += lines;
      sum.unsealed += unsealed;
    }
  }
  sum.seals = await checkSeals(pool, day, (fault) => {
    sum.faults += 1;
    found.seal(fault);
  });
  return sum;
}

/** Steps from project to project in the index, because a project can have a sealed head for every second. */
function nextSealed(condition: string): string {
  return `SELECT day, project_id FROM verify_api.history_sealed_lanes
    WHERE ($1::date IS NULL OR day = $1::date) ${condition} ORDER BY day, project_id LIMIT 1`;
}
