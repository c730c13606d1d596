/** The parts of the database that the scrub compares, in passes without end. */
export const PARTS = ['ends', 'newest', 'everything'] as const;

export type Part = (typeof PARTS)[number];

/**
 * The least share of the scrub’s time that each part gets. Ends (what was revoked, suspended, superseded, disabled, or
 * expired) come first: they are few, and a hidden one harms most.
 */
export const SHARES: Readonly<Record<Part, number>> = { ends: 0.4, newest: 0.2, everything: 0.4 };

/** Milliseconds between the beginnings of two passes of a part, at least: half a minute at 2 % of a core. */
export function pauseOf(loadPercent: number): number {
  return 60_000 / loadPercent;
}

/** Leaves of the part `newest`; a multiple of the width of a tile. */
export const NEWEST_LEAVES = 100_096;
/** How long an end counts as recent, in milliseconds. */
export const RECENT = 24 * 3_600_000;

/** What a pass compared and what that cost. */
export interface PassCost {
  /** Subjects that ended lately (part `ends`), or leaves of the log (the other parts). */
  volume: number;
  /** Milliseconds of processor time. */
  work: number;
}

/** Milliseconds of processor time for one end or leaf, where none was measured. */
const WORK_EACH = 0.5;
/** How much more a pass may cost than the one before it. */
const MARGIN = 2;
/** Milliseconds that a pass may wait in all: for second looks, and until another process has taken over. */
const SLACK = 60_000;

/** The leaves that a part covers; null for ends, which are counted by a pass. */
export function leavesOf(part: Part, logSize: number): number | null {
  if (part === 'ends') return null;
  return part === 'newest' ? Math.min(logSize, NEWEST_LEAVES) : logSize;
}

/**
 * The longest time in milliseconds for which a changed row of a part goes unseen while the scrub works, from the volume and
 * the pace: no place is passed over for longer.
 * @param last the last whole pass; null before the first.
 * @param volume at present.
 * @param loadPercent of one core.
 */
export function boundOf(part: Part, last: PassCost | null, volume: number, loadPercent: number): number {
  const { volume: counted, work } = last ?? { volume: 0, work: 0 };
  const expected = work + Math.max(0, volume - counted) * WORK_EACH;
  return pauseOf(loadPercent) + SLACK + (MARGIN * expected) / (SHARES[part] * (loadPercent / 100));
}
