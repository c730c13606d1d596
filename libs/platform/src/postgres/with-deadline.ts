import { Client, type ClientConfig, type Pool, type PoolClient } from 'pg';
import { Batcher } from '../batching/index.js';
import { DatabaseUnavailableError, rethrowTyped } from './database-unavailable.js';

type Release = (error?: Error | boolean) => void;
type Acquired = (error: Error | undefined, client: PoolClient | undefined, release: Release) => void;

// Behind a pooler, the process id may belong to another user's session, which must not be cancelled.
const CANCEL =
  'SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE pid = ANY ($1) AND usename = current_user';

/**
 * The same pool with a time limit: a statement or transaction that exceeds it is cancelled at the server, and its
 * connection is closed. A `statement_timeout` would need a round trip, or connections of its own, which a pooler would mix
 * with connections without a timeout.
 * @param limit milliseconds, from the request for a connection until its release.
 * @throws DatabaseUnavailableError after the limit.
 */
export function withDeadline(pool: Pool, limit: number): Pool {
  const cancelled = new Batcher((processes: number[]) => cancelStatements(pool, processes), {
    maxBatch: 1_000,
    maxInFlight: 1,
  });
  const acquire = async (): Promise<PoolClient> => {
    const began = performance.now();
    const client = await pool.connect();
    const left = limit - (performance.now() - began);
    if (left <= 0) {
      client.release();
      throw new DatabaseUnavailableError('No connection was free in time.');
    }
    const release = client.release.bind(client) as Release;
    const timer = setTimeout(() => {
      // While a statement waits for a lock, the server does not notice that its connection is closed.
      const { processID } = client as PoolClient & { processID: number };
      cancelled.submit(processID).catch(() => undefined);
      void client.end();
    }, left);
    client.release = (error) => {
      clearTimeout(timer);
      release(error);
    };
    return client;
  };
  const query = async (...args: unknown[]): Promise<unknown> => {
    const client = await acquire();
    let failure: Error | undefined;
    try {
      const run = client.query.bind(client) as (...given: unknown[]) => Promise<unknown>;
      return await run(...args);
    } catch (error) {
      failure = error as Error;
      return rethrowTyped(error);
    } finally {
      client.release(failure);
    }
  };
  /** Passes the connection to a callback, as TypeORM wants it. */
  const handOver = async (callback: Acquired): Promise<void> => {
    const [acquired] = await Promise.allSettled([acquire()]);
    if (acquired.status === 'rejected') callback(acquired.reason as Error, undefined, () => undefined);
    else callback(undefined, acquired.value, acquired.value.release);
  };
  const connect = (callback?: Acquired): Promise<PoolClient | void> =>
    callback === undefined ? acquire() : handOver(callback);
  const end = (ended: () => void): unknown => pool.end(ended);
  return Object.assign(Object.create(pool) as Pool, { query, connect, end });
}

/** Milliseconds that a batch of a follower may take. */
const LONGEST_BATCH = 60_000;

/**
 * The same pool for followers of a log. A connection from which nothing comes any more, as after a failover, would
 * otherwise hold a follower until TCP gives it up, which takes a quarter of an hour.
 */
export function withoutHanging(pool: Pool): Pool {
  return withDeadline(pool, LONGEST_BATCH);
}

/**
 * Cancels what backends of the pool's own user do. It uses a new connection, because all connections of the pool may be waiting.
 * @param processes `processID` of each one's connection.
 */
export async function cancelStatements(
  { options }: Pick<Pool, 'options'>,
  processes: number[],
): Promise<void[]> {
  const Connection = (options.Client ?? Client) as new (config: ClientConfig) => Client;
  const client = new Connection(options);
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query(CANCEL, [processes]);
  } finally {
    await client.end();
  }
  return processes.map(() => undefined);
}
