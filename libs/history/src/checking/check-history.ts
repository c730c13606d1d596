import type { Pool } from 'pg';
import { HistoryWalk, type FaultListener, type HistoryCheck } from './history-walk.js';

/** Checks every project's lanes of a day, or of all stored days, and their seals. */
export async function checkHistory(
  pool: Pool,
  day: string | null,
  found: FaultListener,
): Promise<HistoryCheck> {
  const walk = new HistoryWalk(pool, day, found);
  while (await walk.step());
  return walk.sum;
}
