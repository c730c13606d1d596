/** Milliseconds by which the clocks may differ before the database's is taken, and below which the own one is taken again. */
const [TOLERATED, AGREED] = [1_000, 500];
/** Milliseconds after which an answer of the database says too little about its clock. */
const SLOW = 2_000;

/**
 * The database's clock when it was last compared, the moment by the monotonic clock, and the error in milliseconds; null before the
 * first comparison. The own clock may be set between two. While a machine sleeps its monotonic clock stands still: when it
 * wakes, this one is late until the next comparison.
 */
let compared: { time: number; at: number; error: number } | null = null;
/** Milliseconds by which the clocks may differ now. */
let tolerated = TOLERATED;

/**
 * Milliseconds since 1970 by a clock on which the processes of an environment agree: their own, or the database's where
 * that differs by more than a second. Ids, deadlines and ends of validity are made and compared by it; ages are not, because
 * it may be set back.
 */
export function agreedNow(): number {
  return Math.round(Date.now() + clockOffset());
}

export function agreedDate(): Date {
  return new Date(agreedNow());
}

/** Milliseconds by which the database's clock is ahead of this process's; 0 while they agree. */
export function clockOffset(): number {
  if (compared === null) return 0;
  const ahead = compared.time + performance.now() - compared.at - Date.now();
  const isApart = Math.abs(ahead) - compared.error > tolerated;
  tolerated = isApart ? AGREED : TOLERATED;
  return isApart ? ahead : 0;
}

/**
 * Compares this process's clock with the database's.
 * @param time milliseconds since 1970, which the database read after it was asked and before its answer came.
 * @param took milliseconds between the two.
 */
export function compareClocks(time: number, took: number): void {
  if (took > SLOW) return;
  compared = { time: time + took / 2, at: performance.now(), error: took / 2 };
  // An offset that ended counts no longer, even if nobody reads the clock before the next one.
  clockOffset();
}
