import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { grantsOf, readGrants, roleNamesOf } from '@service/platform/boundaries';
import { connectDatabases, type Databases } from '@service/platform/databases';
import { startEmbeddedServer } from '@service/platform/embedded-postgres';
import { createLogger } from '@service/platform/logging';
import { withClient } from '@service/platform/postgres';
import { loadSettings } from '@service/platform/settings';
import { BOUNDARIES, migrate } from './migrations.js';
import { describeSchemas } from './testing/describe-schema.js';
import { startOwnedDatabase } from './testing/owned-database.js';

const SCHEMAS = BOUNDARIES.map(({ app }) => app);

let directory: string;
let databases: Databases | undefined;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'upgrade-'));
});
afterAll(async () => {
  await databases?.stop();
  await rm(directory, { recursive: true });
});

/** A data directory as a service of release 0.1.0 leaves it; that release logged in as the superuser. */
async function leaveRelease(version: string): Promise<void> {
  const server = await startEmbeddedServer({
    directory: join(directory, 'development'),
    database: 'service',
    parameters: { fsync: 'off' },
  });
  const schema = await readFile(resolve('docs/releases', version, 'schema.sql'), 'utf8');
  await withClient(server.url, async (client) => {
    await client.query(schema);
    await client.query(
      `SELECT record_store.append('[{"append":0,"stream_id":"rec_a","expected":0}]',
        '[{"append":0,"ordinal":0,"stream_id":"rec_a","version":1,"event_id":"evt_a","type":"t","schema_version":1,"data":{}}]',
        '[]', '[{"append":0,"key":"k","command_id":"cmd_a","reply":{"id":"rec_a"},"kept_until":"9999-01-01T00:00:00Z"}]')`,
    );
    await client.query(
      "CREATE TABLE verify_api.interactions_20260101 PARTITION OF verify_api.interactions FOR VALUES FROM ('2026-01-01') TO ('2026-01-02')",
    );
  });
  await server.release();
}

it('takes over a data directory of release 0.1.0: nothing is lost, nothing belongs to the superuser', async () => {
  await leaveRelease('0.1.0');
  const settings = loadSettings({ DATA_DIR: directory, ENVIRONMENTS: 'development' });
  databases = await connectDatabases(settings, createLogger('silent'));
  const database = databases.of.development;
  await migrate(database);
  const query = <Row extends object>(url: string, text: string) =>
    withClient(url, async (client) => (await client.query<Row>(text)).rows);
  const events = 'SELECT stream_id, version FROM record_store_published.events';
  expect(await query(database.urlOf('verify_api'), events)).toEqual([{ stream_id: 'rec_a', version: 1 }]);
  const results = 'SELECT key, reply FROM record_store.idempotency_keys';
  expect(await query(database.ownerUrl, results)).toEqual([{ key: 'k', reply: { id: 'rec_a' } }]);
  const dropped =
    "SELECT verify_api.detach_interactions_day('2026-01-01'), verify_api.drop_interactions_day('2026-01-01')";
  await query(database.urlOf('verify_api'), dropped);
  const owners = await query(
    database.ownerUrl,
    `SELECT DISTINCT pg_get_userbyid(relowner) AS owner, relnamespace::regnamespace::text ~ '^verify_api_(directory|records|subscriptions)' AS of_a_view
     FROM pg_class WHERE relnamespace >= 16384 AND relkind IN ('r', 'p', 'v', 'S') ORDER BY 1`,
  );
  expect(owners).toEqual([
    { owner: 'service_owner', of_a_view: false },
    { owner: 'service_verify_api', of_a_view: true },
  ]);
  const roles = roleNamesOf(database.appUrls);
  const standing = await withClient(database.ownerUrl, (client) => readGrants(client, roles));
  expect(new Set(standing)).toEqual(new Set(grantsOf(BOUNDARIES)));
  expect(await migrate(database)).toEqual([]);
  const fresh = await startOwnedDatabase();
  try {
    await migrate(fresh.database);
    expect(await describeSchemas(database.ownerUrl, SCHEMAS)).toEqual(
      await describeSchemas(fresh.database.ownerUrl, SCHEMAS),
    );
  } finally {
    await fresh.stop();
  }
}, 180_000);
