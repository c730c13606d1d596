import { DatabaseError, type Pool } from 'pg';

/** The database could not be asked, or not be heard: the connection failed, not the statement. */
export class DatabaseUnavailableError extends Error {
  override readonly name = 'DatabaseUnavailableError';
}

/** SQLSTATE 57P01 to 57P03 (shutting down, starting), 53300 (no connection left), class 08 (connection). */
const UNAVAILABLE = /^(?:57P0[123]|53300|08...)$/;

/** Makes a pool's connection failures typed: `pg` throws plain errors for them, to be told by their text only. */
export function typeConnectionFailures(pool: Pool): Pool {
  const run = pool.query.bind(pool) as (...args: unknown[]) => Promise<unknown>;
  const connect = pool.connect.bind(pool) as (...args: unknown[]) => Promise<unknown> | undefined;
  pool.query = ((...args: unknown[]) => run(...args).catch(rethrowTyped)) as typeof pool.query;
  // `query` calls `connect` with a callback, and then gets the error itself.
  pool.connect = ((...args: unknown[]) => connect(...args)?.catch(rethrowTyped)) as typeof pool.connect;
  return pool;
}

function rethrowTyped(error: unknown): never {
  const ofStatement = error instanceof DatabaseError && !UNAVAILABLE.test(error.code ?? '');
  if (ofStatement || error instanceof TypeError) throw error;
  throw new DatabaseUnavailableError('The database does not answer.', { cause: error });
}
