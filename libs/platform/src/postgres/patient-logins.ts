import { DatabaseError, type Pool, type PoolClient } from 'pg';

type Callback = (error: Error | undefined, client: PoolClient | undefined, release: () => void) => void;

/** Milliseconds between two attempts. */
const RETRY_AFTER = 100;

/**
 * When the server refuses a login (SQLSTATE class 28), callers of the pool keep waiting until it can open a connection
 * or another becomes free. While a password is being changed, the server refuses new connections but keeps open ones;
 * without this, requests that need a new one would fail.
 * @param patience milliseconds.
 */
export function withPatientLogins(pool: Pool, patience: number): Pool {
  const connect = pool.connect.bind(pool) as (callback: Callback) => void;
  const attempt = (callback: Callback, until = performance.now() + patience): void =>
    connect((error, client, release) => {
      if (!isRefusedLogin(error) || pool.ending || performance.now() >= until)
        callback(error, client, release);
      else setTimeout(attempt, RETRY_AFTER, callback, until);
    });
  pool.connect = ((callback?: Callback) => {
    if (callback !== undefined) return attempt(callback);
    return new Promise((resolve, reject) => {
      attempt((error, client) => (client === undefined ? reject(error) : resolve(client)));
    });
  }) as typeof pool.connect;
  return pool;
}

function isRefusedLogin(error: Error | undefined): boolean {
  return error instanceof DatabaseError && error.code?.startsWith('28') === true;
}
