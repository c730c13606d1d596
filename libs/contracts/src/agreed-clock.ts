/** Milliseconds by which a process's clock may differ from the database's before the database's is taken. */
const TOLERATED = 1_000;
/** Milliseconds after which an answer of the database says too little about its clock. */
const SLOW = 2_000;

let offset = 0;

/**
 * Milliseconds since 1970 by a clock on which the processes of an environment agree: their own, or the database's where
 * that differs by more than a second. Ids and deadlines are made and compared by it.
 */
export function agreedNow(): number {
  return Date.now() + offset;
}

/** Milliseconds by which the database's clock is ahead of this process's; 0 while they agree within a second. */
export function clockOffset(): number {
  return offset;
}

/**
 * Compares this process's clock with the database's.
 * @param time milliseconds since 1970, which the database read after it was asked and before its answer came.
 * @param took milliseconds between the two.
 */
export function compareClocks(time: number, took: number): void {
  if (took > SLOW) return;
  const apart = time - (Date.now() - took / 2);
  offset = Math.abs(apart) - took / 2 > TOLERATED ? Math.round(apart) : 0;
}
