import { randomBytes } from 'node:crypto';
import { withClient, createPool } from '@service/platform/postgres';
import { createLogger } from '@service/platform/logging';
import type { Pool } from 'pg';
import { askTestRun } from './test-run.js';

/** Milliseconds. A busy machine may need longer than a service waits to open all connections of a test. */
const CONNECTION_TIMEOUT = 60_000;

/** The database of one test file, on the server of its worker. */
export interface EmbeddedDatabase {
  readonly url: string;
  /** Throws typed errors, as the apps' pools do. */
  readonly pool: Pool;
  /** Creates an empty schema with a new name, and answers the name. */
  freshSchema(): Promise<string>;
  /** Another pool on the same database, which ends with it. */
  openPool(max: number, applicationName: string): Pool;
  stop(): Promise<void>;
}

/**
 * Creates an empty database, which `stop` drops. Files that run at the same time have different servers,
 * because the oldest snapshot and the lists of connections and locks belong to a whole server.
 */
export async function startEmbeddedDatabase(connections = 40): Promise<EmbeddedDatabase> {
  const server = new URL((await askTestRun<{ url: string }>('database-server')).url);
  const name = `test_${randomBytes(6).toString('hex')}`;
  await withClient(server.href, async (client) => {
    // Copied as files, not page by page through the write-ahead log: a tenth of the computing.
    await client.query(`CREATE DATABASE ${name} STRATEGY file_copy`);
    // As for the roles of the apps.
    await client.query(`ALTER DATABASE ${name} SET enable_seqscan = off; ALTER DATABASE ${name} SET enable_hashjoin = off;
      ALTER DATABASE ${name} SET enable_mergejoin = off`);
  });
  const url = Object.assign(new URL(server), { pathname: `/${name}` }).href;
  const logger = createLogger('silent');
  const pools: Pool[] = [];
  const openPool = (max: number, applicationName: string): Pool => {
    const pool = createPool(url, { max, applicationName, logger, connectionTimeout: CONNECTION_TIMEOUT });
    pools.push(pool);
    return pool;
  };
  const pool = openPool(connections, 'test');
  let schemas = 0;
  return {
    url,
    pool,
    openPool,
    async freshSchema() {
      schemas += 1;
      await pool.query(`CREATE SCHEMA test_${schemas}`);
      return `test_${schemas}`;
    },
    async stop() {
      await Promise.all(pools.filter((each) => !each.ended).map((each) => each.end()));
      await withClient(server.href, (client) => client.query(`DROP DATABASE ${name} WITH (FORCE)`));
    },
  };
}
