import { inTransaction } from '@service/event-store';
import type { Pool } from 'pg';
import { CountedMeanwhileError, countBlocks } from './count-blocks.js';
import { findOpenDays } from './open-lanes.js';

/**
 * Counts every day that is kept anew; what was counted of days that are dropped stays.
 * @returns how many blocks were counted.
 */
export async function recountUsage(pool: Pool): Promise<number> {
  await inTransaction(pool, 'BEGIN', async (client) => {
    // Of all lanes, so that whoever counts now is waited for, or finds them changed.
    await client.query('UPDATE verify_api.lanes SET counted = 0, closed = false');
    await client.query(
      `DELETE FROM verify_api.usage
       WHERE hour >= (SELECT min(day)::timestamp AT TIME ZONE 'UTC' FROM verify_api.lanes)`,
    );
  });
  let blocks = 0;
  for (const day of await findOpenDays(pool)) {
    for (;;) {
      const counted = await countBlocks(pool, day).catch(retryLater);
      if (counted === 0) break;
      blocks += counted ?? 0;
    }
  }
  return blocks;
}

/** A running service counts too: what it has counted in between is not counted again. */
function retryLater(error: unknown): undefined {
  if (!(error instanceof CountedMeanwhileError)) throw error;
}
