import { DatabaseError, type Pool } from 'pg';

/** The connection to the database failed; the statement is not the cause. */
export class DatabaseUnavailableError extends Error {
  override readonly name = 'DatabaseUnavailableError';
}

/**
 * SQLSTATE 57P01 to 57P03 (shutting down, starting), 53300 (no connection left), class 08 (connection), class 28 (a login is
 * refused, for instance while its password is changed).
 */
const UNAVAILABLE = /^(?:57P0[123]|53300|08...|28...)$/;

/**
 * Makes a pool throw typed errors for failed connections: `pg` throws plain errors, which only their text
 * distinguishes.
 */
export function typeConnectionFailures(pool: Pool): Pool {
  const run = pool.query.bind(pool) as (...args: unknown[]) => Promise<unknown>;
  const connect = pool.connect.bind(pool) as (...args: unknown[]) => Promise<unknown> | undefined;
  pool.query = ((...args: unknown[]) => run(...args).catch(rethrowTyped)) as typeof pool.query;
  // `query` calls `connect` with a callback, and handles the error itself.
  pool.connect = ((...args: unknown[]) => connect(...args)?.catch(rethrowTyped)) as typeof pool.connect;
  return pool;
}

function rethrowTyped(error: unknown): never {
  const ofStatement = error instanceof DatabaseError && !UNAVAILABLE.test(error.code ?? '');
  if (ofStatement || error instanceof TypeError) throw error;
  throw new DatabaseUnavailableError('The database does not answer.', { cause: error });
}
