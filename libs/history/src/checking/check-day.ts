import type { Pool } from 'pg';
import { findSealFaults, type SealFault } from './check-seals.js';
import { LaneWalk, type LaneCheck, type LaneFault } from './lane-walk.js';
import { findStoredDay } from './stored-lanes.js';

/** The result of a lane's check, as it is answered. */
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
    const walk = new LaneWalk(lane);
    for (let found = await walk.step(pool); found !== null; found = await walk.step(pool)) {
      count += found.length;
      faults.push(...found.slice(0, MOST_SHOWN - faults.length));
    }
    const seal = lane.sealed?.seal ?? null;
    const { writer } = lane;
    data.push({ day, writer, ...walk.result, seal, sound: count === 0, fault_count: count, faults });
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
