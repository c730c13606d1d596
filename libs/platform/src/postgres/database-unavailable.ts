import type { EventEmitter } from 'node:events';
import { DatabaseError, type ClientBase, type Pool } from 'pg';
import { isOutage } from '../outages.js';

/** A failure of the database, its machine or connection, or a late answer; the statement is not the cause. */
export class DatabaseUnavailableError extends Error {
  override readonly name = 'DatabaseUnavailableError';
}

/** What made the database unavailable; any other error itself. */
export function reasonBehind(error: unknown): unknown {
  return error instanceof DatabaseUnavailableError ? (error.cause ?? error) : error;
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

/** What PostgreSQL warns from where a commit ends that no standby has confirmed; its text depends on the server's language. */
const UNCONFIRMED = 'SyncRepWaitForLSN';

/**
 * The same for one connection: the statements of a transaction go there, not to the pool. A commit whose wait for the synchronous
 * standby was cancelled is uncertain like one whose connection broke: PostgreSQL warns, and reports success.
 */
export function typeOutagesOf(client: ClientBase): void {
  client.on('notice', ({ routine, message }) => {
    if (routine !== UNCONFIRMED) return;
    const { connection } = client as ClientBase & { connection: EventEmitter };
    connection.emit('error', new Error(message));
  });
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

/** @throws DatabaseUnavailableError where no server answered; otherwise PostgreSQL's own refusal of the login. */
export function rethrowUnanswered(error: unknown): never {
  throw error instanceof DatabaseError ? error : unavailable(error);
}

function unavailable(cause: unknown): DatabaseUnavailableError {
  return new DatabaseUnavailableError('The database does not answer.', { cause });
}
