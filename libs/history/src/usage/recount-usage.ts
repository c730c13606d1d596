import { inTransaction } from '@service/event-store';
import type { Pool } from 'pg';
import { CountedMeanwhileError, countBlocks } from './count-blocks.js';
import { findOpenDays } from './open-lanes.js';

/**
 * Counts every stored day again; counts of dropped days stay.
 * @returns how many blocks were counted.
 */
export async function recountUsage(pool: Pool): Promise<number> {
  await inTransaction(pool, 'BEGIN', async (client) => {
    // Locks all lanes, so that a concurrent count waits, or fails because the lanes changed.
    await client.query('UPDATE verify_api.lanes SET counted = 0, closed = false');
    for (const table of ['usage', 'usage_details']) {
      await client.query(
        `DELETE FROM verify_api.${table}
         WHERE hour >= (SELECT min(day)::timestamp AT TIME ZONE 'UTC' FROM verify_api.lanes)`,
      );
    }
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

/** A running service counts too: the blocks that it has counted meanwhile are not counted twice. */
function retryLater(error: unknown): undefined {
  if (!(error instanceof CountedMeanwhileError)) throw error;
}
