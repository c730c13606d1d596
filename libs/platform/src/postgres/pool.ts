import { Pool } from 'pg';

import type { Logger } from '../logging/create-logger.js';
import { typeConnectionFailures } from './database-unavailable.js';

export interface PoolOptions {
  /** Most connections at once. */
  readonly max: number;
  /** As the server lists the connections. */
  readonly applicationName: string;
  readonly logger: Logger;
  /** Milliseconds in which a connection must be there, whether it is opened or waited for. */
  readonly connectionTimeout?: number;
}

/** A pool of connections. Connections that break are logged and replaced; whoever was using one sees its query fail.
 *  64-bit integers arrive as strings. */
export function createPool(url: string, options: PoolOptions): Pool {
  const { max, applicationName, logger, connectionTimeout = 5_000 } = options;
  const pool = new Pool({
    connectionString: url,
    max,
    application_name: applicationName,
    keepAlive: true,
    connectionTimeoutMillis: connectionTimeout,
  });
  // The pool listens only to idle clients; a break of one in use, between its queries, would end the process.
  pool.on('connect', (client) =>
    client.on('error', (err) => {
      // A pool that ends lets the server close what is left.
      if (!pool.ending) logger.warn({ err, applicationName }, 'a database connection broke');
    }),
  );
  // What the pool passes on from an idle client is logged already.
  pool.on('error', () => undefined);
  return typeConnectionFailures(pool);
}
