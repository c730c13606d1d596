import type { Pool } from 'pg';
import { checkLane, type LaneCheck, type LaneFault } from './check-lane.js';
import { findSealFaults, type SealFault } from './check-seals.js';
import { findStoredDay } from './stored-lanes.js';

/** The check of a lane as it is answered. */
interface ShownLaneCheck extends LaneCheck {
  day: string;
  writer: string;
  /** The newest seal of the lane; null where it has none yet. */
  seal: number | null;
  sound: boolean;
  fault_count: number;
  /** The first 100. */
  faults: LaneFault[];
}

export interface DayCheck {
  day: string;
  /** When the day was dropped, because its retention was over; null while it is stored. */
  dropped_at: string | null;
  sound: boolean;
  data: ShownLaneCheck[];
  /** Faults of the newest seal of each lane. */
  seal_faults: SealFault[];
}

const MOST_SHOWN = 100;

/** Checks every lane of a project and day, and their newest seals. */
export async function checkDay(pool: Pool, projectId: string, day: string): Promise<DayCheck> {
  const data: ShownLaneCheck[] = [];
  const { lanes, origin, droppedAt } = await findStoredDay(pool, projectId, day);
  for (const lane of lanes) {
    const faults: LaneFault[] = [];
    let count = 0;
    const checked = await checkLane(pool, lane, (fault) => {
      count += 1;
      if (faults.length < MOST_SHOWN) faults.push(fault);
    });
    const seal = lane.sealed?.seal ?? null;
    const { writer } = lane;
    data.push({ day, writer, ...checked, seal, sound: count === 0, fault_count: count, faults });
  }
  const seals = new Set(data.flatMap(({ seal }) => seal ?? []));
  const sealFaults = origin === null ? [] : await findSealFaults(pool, origin, [...seals]);
  return {
    day,
    dropped_at: droppedAt?.toISOString() ?? null,
    sound: sealFaults.length === 0 && data.every(({ sound }) => sound),
    data,
    seal_faults: sealFaults,
  };
}
