import { randomBytes } from 'node:crypto';
import type { Environment } from '@service/contracts';
import pg from 'pg';

/** Addresses of a service's databases. */
export type DatabaseUrls = Record<Environment, string>;

/** Runs statements on a database. */
export async function queryDatabase<Row extends object>(
  url: string,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(text, values)).rows;
  } finally {
    await client.end();
  }
}

/** Creates empty databases, one for each environment, on the server of a URL. */
export async function createDatabases(serverUrl: string): Promise<DatabaseUrls> {
  const name = `service_${randomBytes(6).toString('hex')}`;
  const create = async (environment: Environment): Promise<string> => {
    await queryDatabase(serverUrl, `CREATE DATABASE ${name}_${environment}`);
    return Object.assign(new URL(serverUrl), { pathname: `/${name}_${environment}` }).href;
  };
  return { development: await create('development'), production: await create('production') };
}

export async function dropDatabases(urls: DatabaseUrls): Promise<void> {
  for (const url of Object.values(urls)) {
    const { pathname } = new URL(url);
    const server = Object.assign(new URL(url), { pathname: '/postgres' }).href;
    await queryDatabase(server, `DROP DATABASE ${pathname.slice(1)} WITH (FORCE)`);
  }
}
