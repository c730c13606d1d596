import { DatabaseUnavailableError } from '@service/platform/postgres';
import type { Pool, PoolClient } from 'pg';

/**
 * Runs `work` in one transaction, which is rolled back where `work` throws.
 * @throws DatabaseUnavailableError where the connection was lost, whatever error `work` threw then.
 */
export async function inTransaction<Result>(
  pool: Pool,
  begin: string,
  work: (client: PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query(begin);
    const result = await work(client);
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
