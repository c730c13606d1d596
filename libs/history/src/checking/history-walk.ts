import type { Pool } from 'pg';
import { findSealFaults, readSealsToCheck, type SealFault, type SealsToCheck } from './check-seals.js';
import { LaneWalk, type CheckWindow, type LaneFault } from './lane-walk.js';
import { findStoredDay, readDroppedAt, type StoredDay, type StoredLane } from './stored-lanes.js';

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

/** Most seals that one query reads. */
const SEALS = 100;

/** Checks every project’s lanes of a day, or of all stored days, and then their seals, step by step. */
export class HistoryWalk {
  readonly sum: HistoryCheck = { lanes: 0, lines: 0, unsealed: 0, seals: 0, faults: 0 };
  private place = { day: '-infinity', project_id: '' };
  private stored: StoredDay | null = null;
  private lane: LaneWalk | null = null;
  private seals: SealsToCheck | null = null;

  /** @param window most blocks and lines of a step. */
  constructor(
    private readonly pool: Pool,
    private readonly day: string | null,
    private readonly found: FaultListener,
    private readonly window?: CheckWindow,
  ) {}

  /** Checks some lines or seals; false after the last ones. After an error the lane is checked from its beginning. */
  async step(): Promise<boolean> {
    if (this.seals !== null) return this.stepSeals(this.seals);
    this.lane ??= await this.nextLane();
    if (this.lane === null) {
      this.seals = await readSealsToCheck(this.pool, this.day);
      this.sum.seals = this.seals.last + 1 - this.seals.first;
      return true;
    }
    const { lane } = this;
    this.lane = null;
    const faults = await lane.step(this.pool);
    if (faults !== null && (faults.length === 0 || !(await this.wasDropped(lane.lane)))) {
      for (const fault of faults) this.found.lane(lane.lane, fault);
      this.sum.faults += faults.length;
      this.lane = lane;
      return true;
    }
    const { lines, unsealed } = lane.result;
    this.sum.lanes += 1;
    this.sum.lines += lines;
    this.sum.unsealed += unsealed;
    this.stored?.lanes.shift();
    return true;
  }

  /** The current lane; null after the last one. */
  private async nextLane(): Promise<LaneWalk | null> {
    while (this.stored?.lanes[0] === undefined) {
      const next = await this.nextDay();
      if (next === null) return null;
      this.stored = await findStoredDay(this.pool, next.project_id, next.day);
      this.place = next;
    }
    return new LaneWalk(this.stored.lanes[0], this.window);
  }

  private async nextDay(): Promise<{ day: string; project_id: string } | null> {
    const first = (table: string) => `(
      SELECT day, project_id FROM verify_api.${table}
      WHERE day >= $1::date AND (day, project_id) > ($1::date, $2) AND ($3::date IS NULL OR day = $3)
      ORDER BY day, project_id LIMIT 1
    )`;
    const { rows } = await this.pool.query<{ day: string; project_id: string }>(
      `SELECT next.day::text AS day, project_id FROM (
         ${['lanes', 'interactions', 'history_sealed_lanes'].map(first).join(' UNION ALL ')}
       ) AS next ORDER BY next.day, project_id LIMIT 1`,
      [this.place.day, this.place.project_id, this.day],
    );
    return rows[0] ?? null;
  }

  /** Whether a day was dropped since its lanes were read; then missing lines are no fault. */
  private async wasDropped({ day }: StoredLane): Promise<boolean> {
    return this.stored?.droppedAt === null && (await readDroppedAt(this.pool, day)) !== null;
  }

  private async stepSeals(seals: SealsToCheck): Promise<boolean> {
    const { origin, first, last } = seals;
    if (first > last) return false;
    const numbers = Array.from({ length: Math.min(SEALS, last + 1 - first) }, (_, index) => first + index);
    for (const fault of await findSealFaults(this.pool, origin ?? '', numbers)) {
      this.sum.faults += 1;
      this.found.seal(fault);
    }
    this.seals = { origin, first: first + numbers.length, last };
    return true;
  }
}
