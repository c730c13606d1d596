import { randomBytes } from 'node:crypto';
import type { Environment } from '@service/contracts';
import pg from 'pg';

/** Addresses of a service's databases, with the superuser's name and password. */
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

/**
 * Creates empty databases, one for each environment, on the server of a URL. Each has its own owner role, as
 * in `ownerUrl`, which may create roles and is not a superuser.
 */
export async function createDatabases(serverUrl: string): Promise<DatabaseUrls> {
  const name = `service_${randomBytes(6).toString('hex')}`;
  const create = async (environment: Environment): Promise<string> => {
    const database = `${name}_${environment}`;
    await queryDatabase(serverUrl, `CREATE ROLE ${database}_owner LOGIN CREATEROLE PASSWORD '${PASSWORD}'`);
    await queryDatabase(serverUrl, `GRANT pg_read_all_stats TO ${database}_owner WITH ADMIN OPTION`);
    await queryDatabase(serverUrl, `CREATE DATABASE ${database} OWNER ${database}_owner STRATEGY file_copy`);
    return Object.assign(new URL(serverUrl), { pathname: `/${database}` }).href;
  };
  return { development: await create('development'), production: await create('production') };
}

/** Address of a database that `createDatabases` made, with its owner's name and password. */
export function ownerUrl(url: string): string {
  return asRole(url, 'owner');
}

/** Address of a database with its own role. Roles belong to the server, so the role's name contains the database's. */
export function asRole(url: string, role: string): string {
  const database = new URL(url).pathname.slice(1);
  return Object.assign(new URL(url), { username: `${database}_${role}`, password: PASSWORD }).href;
}

const PASSWORD = 'known-to-tests';

export async function dropDatabases(urls: DatabaseUrls): Promise<void> {
  for (const url of Object.values(urls)) {
    const { pathname } = new URL(url);
    const server = Object.assign(new URL(url), { pathname: '/postgres' }).href;
    await queryDatabase(server, `DROP DATABASE ${pathname.slice(1)} WITH (FORCE)`);
  }
}
