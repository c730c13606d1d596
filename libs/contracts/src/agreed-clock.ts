/** Milliseconds by which the clocks may differ before the database's is taken, and below which the own one is taken again. */
const [TOLERATED, AGREED] = [1_000, 500];
/** Milliseconds after which an answer of the database says too little about its clock. */
const SLOW = 2_000;

/** The database's clock, at a moment of this process's monotonic one; null while the process's own clock agrees with it. */
let anchor: { time: number; at: number } | null = null;

/**
 * Milliseconds since 1970 by a clock on which the processes of an environment agree: their own, or the database's where
 * that differs by more than a second. Ids, deadlines and ends of validity are made and compared by it; ages are not, because
 * it may be set back.
 */
export function agreedNow(): number {
  return anchor === null ? Date.now() : Math.round(anchor.time + performance.now() - anchor.at);
}

export function agreedDate(): Date {
  return new Date(agreedNow());
}

/** Milliseconds by which the database's clock is ahead of this process's; 0 while they agree. */
export function clockOffset(): number {
  return anchor === null ? 0 : agreedNow() - Date.now();
}

/**
 * Compares this process's clock with the database's.
 * @param time milliseconds since 1970, which the database read after it was asked and before its answer came.
 * @param took milliseconds between the two.
 */
export function compareClocks(time: number, took: number): void {
  if (took > SLOW) return;
  const middle = time + took / 2;
  const apart = Math.abs(middle - Date.now()) - took / 2;
  if (apart <= (anchor === null ? TOLERATED : AGREED)) anchor = null;
  else anchor = { time: middle, at: performance.now() };
}
