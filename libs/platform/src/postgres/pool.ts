import { Client, Pool, type ClientBase, type ClientConfig } from 'pg';

import { causeOf } from '../error-reason.js';
import type { Logger } from '../logging/create-logger.js';
import { LineLimit } from '../logging/line-limit.js';
import { typeOutages } from './database-unavailable.js';
import { isBySocket, leaveLostSocket } from './local-socket.js';
import { withPatientLogins } from './patient-logins.js';
import { pinSession } from './session-settings.js';

/**
 * Milliseconds. Tasks that run every second sometimes run together. With a short timeout, each such moment would open connections
 * again, and a connection costs the server more than a hundred statements.
 */
const IDLE_TIMEOUT = 60_000;

export interface PoolOptions {
  /** Most connections. */
  readonly max: number;
  /** Name in the server's list of connections. */
  readonly applicationName: string;
  readonly logger: Logger;
  /** Returns the current password, for each connection; default: the URL's. */
  readonly password?: (() => string) | undefined;
  /** Milliseconds to open a connection, or to wait for one of the pool. */
  readonly connectionTimeout?: number;
}

/**
 * A pool of connections. Broken connections are logged and replaced; a query on one fails. 64-bit integers are
 * strings.
 */
export function createPool(url: string, options: PoolOptions): Pool {
  const { max, applicationName, logger, password, connectionTimeout = 5_000 } = options;
  const pool = new Pool({
    connectionString: url,
    ...((password !== undefined || isBySocket(URL.parse(url))) && {
      Client: clientOfTheMoment(url, password),
    }),
    max,
    application_name: applicationName,
    keepAlive: true,
    // The pool awaits this listener, although its type does not say so.
    onConnect: pinSession as (client: ClientBase) => void,
    connectionTimeoutMillis: connectionTimeout,
    idleTimeoutMillis: IDLE_TIMEOUT,
  });
  // The pool listens only to idle clients; a break of a client in use, between its queries, would end the
  // process.
  const limit = new LineLimit();
  pool.on('connect', (client) =>
    client.on('error', (error) => {
      // The server closes the remaining connections of a pool that ends.
      const leftOut = pool.ending ? null : limit.take();
      if (leftOut === null) return;
      logger.warn({ cause: causeOf(error), applicationName, ...leftOut }, 'a database connection broke');
    }),
  );
  // The errors of idle clients, which the pool passes on, are logged already.
  pool.on('error', () => undefined);
  return typeOutages(withPatientLogins(pool, connectionTimeout));
}

/**
 * A client that connects with the current password of a file (one in the URL takes precedence over one beside it), and
 * by TCP if the socket of the URL is gone.
 */
function clientOfTheMoment(
  url: string,
  password: (() => string) | undefined,
): new (config?: ClientConfig) => Client {
  return class extends Client {
    constructor(config?: ClientConfig) {
      const reachable = new URL(url);
      if (isBySocket(reachable)) leaveLostSocket(reachable);
      if (password !== undefined) reachable.password = encodeURIComponent(password());
      super({ ...config, connectionString: reachable.href });
    }
  };
}
