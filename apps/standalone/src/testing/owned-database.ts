import { EnvironmentDatabase, type DatabaseApp } from '@service/platform/databases';
import { withClient } from '@service/platform/postgres';
import { startEmbeddedDatabase, type EmbeddedDatabase } from '@service/testing';

/** An empty database whose owner is not a superuser, as an operator provides it. */
export interface OwnedDatabase {
  superuser: EmbeddedDatabase;
  database: EnvironmentDatabase;
  /** Runs a statement with the role of the owner or of an app. */
  as<Row extends object>(role: 'owner' | DatabaseApp, text: string, values?: unknown[]): Promise<Row[]>;
  stop(): Promise<void>;
}

const APPS: readonly DatabaseApp[] = [
  'credential_authority',
  'record_store',
  'webhook_dispatcher',
  'verify_api',
];

export async function startOwnedDatabase(): Promise<OwnedDatabase> {
  const superuser = await startEmbeddedDatabase();
  const name = new URL(superuser.url).pathname.slice(1);
  const urlAs = (role: string) =>
    Object.assign(new URL(superuser.url), { username: `${name}_${role}`, password: role }).href;
  await superuser.pool.query(`CREATE ROLE ${name}_owner LOGIN CREATEROLE PASSWORD 'owner'`);
  await superuser.pool.query(`GRANT pg_read_all_stats TO ${name}_owner WITH ADMIN OPTION`);
  await superuser.pool.query(`ALTER DATABASE ${name} OWNER TO ${name}_owner`);
  const urls = Object.fromEntries(APPS.map((app) => [app, urlAs(app)]));
  const database = new EnvironmentDatabase(urlAs('owner'), urls);
  return {
    superuser,
    database,
    as: async <Row extends object>(role: 'owner' | DatabaseApp, text: string, values: unknown[] = []) =>
      withClient(urlAs(role), async (client) => (await client.query<Row>(text, values)).rows),
    stop: () => superuser.stop(),
  };
}
