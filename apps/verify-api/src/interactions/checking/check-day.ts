import type { Pool } from 'pg';
import { checkLane, type LaneCheck, type LaneFault, type StoredLane } from './check-lane.js';

/** What a lane is answered with. */
interface ShownLaneCheck extends LaneCheck {
  day: string;
  writer: string;
  sound: boolean;
  fault_count: number;
  /** The first of them. */
  faults: LaneFault[];
}

export interface DayCheck {
  day: string;
  sound: boolean;
  data: ShownLaneCheck[];
}

const MOST_SHOWN = 100;

/** Checks every lane of a project and day. */
export async function checkDay(pool: Pool, projectId: string, day: string): Promise<DayCheck> {
  const data: ShownLaneCheck[] = [];
  for (const lane of await findStoredLanes(pool, projectId, day)) {
    const faults: LaneFault[] = [];
    let count = 0;
    const { lines, head } = await checkLane(pool, lane, (fault) => {
      count += 1;
      if (faults.length < MOST_SHOWN) faults.push(fault);
    });
    const { writer } = lane;
    data.push({ day, writer, lines, head, sound: count === 0, fault_count: count, faults });
  }
  return { day, sound: data.every(({ sound }) => sound), data };
}

/** The lanes of a project and day, also those that nothing but blocks tells of. */
export async function findStoredLanes(pool: Pool, projectId: string, day: string): Promise<StoredLane[]> {
  const { rows } = await pool.query<StoredLane>(
    `SELECT ($1::date)::text AS day, $2 AS project_id, lane.writer, max(lane.counted)::text AS counted,
       (SELECT max(sequence) FROM verify_api.interactions AS block
        WHERE block.day = $1::date AND block.project_id = $2 AND block.writer = lane.writer)::text AS newest
     FROM (
       SELECT writer, counted FROM verify_api.lanes WHERE day = $1::date AND project_id = $2
       UNION ALL
       SELECT DISTINCT writer, 0 FROM verify_api.interactions WHERE day = $1::date AND project_id = $2
     ) AS lane
     GROUP BY lane.writer ORDER BY lane.writer`,
    [day, projectId],
  );
  return rows;
}
