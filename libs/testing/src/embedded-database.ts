import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedServer } from '@service/platform/embedded-postgres';
import { createLogger } from '@service/platform/logging';
import { createPool } from '@service/platform/postgres';
import type { Pool } from 'pg';

/** A database server of a test file's own. */
export interface EmbeddedDatabase {
  readonly url: string;
  /** Typed as the apps' pools are. */
  readonly pool: Pool;
  /** Creates an empty schema and answers its name, which no other test has. */
  freshSchema(): Promise<string>;
  /** Another pool on the same database, ended with it. */
  openPool(max: number, applicationName: string): Pool;
  stop(): Promise<void>;
}

/** Starts a server in a new temporary directory, which goes with it when it stops. */
export async function startEmbeddedDatabase(connections = 40): Promise<EmbeddedDatabase> {
  const directory = await mkdtemp(join(tmpdir(), 'database-'));
  const server = await startEmbeddedServer({ directory, database: 'service' });
  const logger = createLogger('silent');
  const pools: Pool[] = [];
  const openPool = (max: number, applicationName: string): Pool => {
    const pool = createPool(server.url, { max, applicationName, logger });
    pools.push(pool);
    return pool;
  };
  const pool = openPool(connections, 'test');
  let schemas = 0;
  return {
    url: server.url,
    pool,
    openPool,
    async freshSchema() {
      schemas += 1;
      await pool.query(`CREATE SCHEMA test_${schemas}`);
      return `test_${schemas}`;
    },
    async stop() {
      await Promise.all(pools.filter((each) => !each.ended).map((each) => each.end()));
      await server.stop();
      await rm(directory, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
