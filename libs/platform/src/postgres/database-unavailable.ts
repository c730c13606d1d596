import { DatabaseError, type Pool, type PoolClient } from 'pg';
import { isOutage } from '../outages.js';

/** A failure of the database, its machine or connection, or a late answer; the statement is not the cause. */
export class DatabaseUnavailableError extends Error {
  override readonly name = 'DatabaseUnavailableError';
}

/**
 * SQLSTATE of statements that did not end in time: 57014 (ended, by a timeout or an administrator), 55P03 (a lock was not free).
 */
const TOO_LATE = /^(?:57014|55P03)$/;

/** Whether a statement did not end in time. */
export function isLate(error: unknown): boolean {
  return error instanceof DatabaseError && TOO_LATE.test(error.code ?? '');
}

/** Makes a pool and its connections throw typed errors for outages: the plain errors of `pg` differ only in their texts. */
export function typeOutages(pool: Pool): Pool {
  const run = pool.query.bind(pool) as (...args: unknown[]) => Promise<unknown>;
  const connect = pool.connect.bind(pool) as (...args: unknown[]) => Promise<unknown> | undefined;
  pool.on('connect', typeOutagesOf);
  pool.query = ((...args: unknown[]) => run(...args).catch(rethrowTyped)) as typeof pool.query;
  // `query` calls `connect` with a callback, and handles the error itself.
  pool.connect = ((...args: unknown[]) => connect(...args)?.catch(rethrowTyped)) as typeof pool.connect;
  return pool;
}

/** The statements of a transaction go to its connection, not to the pool. */
function typeOutagesOf(client: PoolClient): void {
  const run = client.query.bind(client) as (...args: unknown[]) => unknown;
  client.query = ((...args: unknown[]) => {
    const answer = run(...args);
    // The pool passes a callback; then no promise is returned.
    return answer instanceof Promise ? answer.catch(rethrowOutage) : answer;
  }) as typeof client.query;
}

/**
 * @throws DatabaseUnavailableError for an outage, and for a statement that did not end in time; otherwise the error itself.
 */
export function rethrowTyped(error: unknown): never {
  if (isLate(error)) throw unavailable(error);
  return rethrowOutage(error);
}

function rethrowOutage(error: unknown): never {
  const ofStatement = error instanceof DatabaseError && !isOutage(error);
  if (ofStatement || error instanceof TypeError || error instanceof DatabaseUnavailableError) throw error;
  throw unavailable(error);
}

function unavailable(cause: unknown): DatabaseUnavailableError {
  return new DatabaseUnavailableError('The database does not answer.', { cause });
}
