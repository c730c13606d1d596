import { credentialAuthorityMigrations } from '@service/credential-authority';
import { createViews } from '@service/event-store';
import { applyBoundaries, prepareRoles, roleNamesOf } from '@service/platform/boundaries';
import { refuseMarked, type EnvironmentDatabase, type MoveMark } from '@service/platform/databases';
import { migrationNames, runMigrations } from '@service/platform/migrations';
import { beginAlone, withClient } from '@service/platform/postgres';
import { recordStoreMigrations } from '@service/record-store';
import { BOUNDARIES, VIEWS, verifyApiMigrations } from '@service/verify-api';
import { webhookDispatcherMigrations } from '@service/webhook-dispatcher';

const MIGRATIONS = [
  credentialAuthorityMigrations,
  recordStoreMigrations,
  webhookDispatcherMigrations,
  verifyApiMigrations,
];

/** Names of the migrations of this release, by the schema. */
export const MIGRATION_NAMES: Readonly<Record<string, string[]>> = Object.fromEntries(
  MIGRATIONS.map((migrations) => [migrations.schema, migrationNames(migrations)]),
);

/**
 * Brings one environment's database to this release: roles, tables, published views, every role's rights, and
 * missing read models. Answers the names of the migrations that ran.
 * @param moving the mark that this is a step of.
 * @throws StartError where the database was exported, or holds an unfinished import.
 */
export async function migrate(database: EnvironmentDatabase, moving?: MoveMark): Promise<string[]> {
  const { ownerUrl: url, appUrls } = database;
  await refuseMarked(url, moving);
  await prepareRoles(url, appUrls);
  const ran: string[] = [];
  for (const migrations of MIGRATIONS) {
    const names = await runMigrations(url, migrations);
    ran.push(...names.map((name) => `${migrations.schema}.${name}`));
  }
  await restoreBoundaries(database);
  await createViews(appUrls.verify_api, VIEWS);
  return ran;
}

/** Publishes the apps' tables and sets every role's rights, as after migrations. */
export async function restoreBoundaries({ ownerUrl, appUrls }: EnvironmentDatabase): Promise<void> {
  await withClient(ownerUrl, async (client) => {
    await beginAlone(client, 'boundaries');
    await applyBoundaries(client, roleNamesOf(appUrls), BOUNDARIES);
    await client.query('COMMIT');
  });
}
