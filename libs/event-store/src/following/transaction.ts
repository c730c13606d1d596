import { DatabaseUnavailableError } from '@service/platform/postgres';
import type { Pool, PoolClient, QueryResult } from 'pg';

/** Begins a transaction whose commit does not wait for the disk: for what is made again, the same, where a crash took it. */
export const UNFORCED = 'BEGIN; SET LOCAL synchronous_commit = off';

/**
 * Runs `work` in one transaction, which is rolled back where `work` throws.
 * @param begin statements that begin it; `work` gets the results of several.
 * @throws DatabaseUnavailableError where the connection was lost, whatever error `work` threw then.
 */
export async function inTransaction<Result>(
  pool: Pool,
  begin: string,
  work: (client: PoolClient, begun: readonly QueryResult[]) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    // `pg` answers several statements with a list.
    const begun = (await client.query(begin)) as QueryResult | QueryResult[];
    const result = await work(client, Array.isArray(begun) ? begun : [begun]);
    await client.query('COMMIT');
    return result;
  } catch (error) {
    await client.query('ROLLBACK').catch((reason: unknown) => {
      broken = reason instanceof Error ? reason : new Error('The connection was lost.');
    });
    throw broken === undefined
      ? error
      : new DatabaseUnavailableError('The connection was lost.', { cause: error });
  } finally {
    client.release(broken);
  }
}
