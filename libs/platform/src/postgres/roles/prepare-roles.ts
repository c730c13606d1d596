import type { Client } from 'pg';
import { hasCode } from '../../error-reason.js';
import { StartError } from '../../start-error.js';
import { withClient } from '../client.js';
import { DATABASE_APPS, type DatabaseApp } from '../database-apps.js';
import { createRole, existingRoles } from './create-role.js';
import { databaseOf, roleOf } from './role-names.js';

const INVALID_PASSWORD = '28P01';

/** Two processes that change the same role at once would fail. */
const BEGIN_ALONE = "BEGIN; SELECT pg_advisory_xact_lock(hashtextextended('roles', 0))";

/** The role of each app, as its URL names it. */
export function roleNamesOf(urls: AppUrls): Record<DatabaseApp, string> {
  return Object.fromEntries(DATABASE_APPS.map((app) => [app, roleOf(urls[app])])) as Record<
    DatabaseApp,
    string
  >;
}

export type AppUrls = Readonly<Record<DatabaseApp, string>>;

/**
 * Makes the apps' roles where they are missing, and their settings for the database. Run before migrations.
 * @throws StartError where the owner may not create them, or where a role could reach what is another's.
 */
export async function prepareRoles(ownerUrl: string, urls: AppUrls): Promise<void> {
  await withClient(ownerUrl, async (client) => {
    await client.query(BEGIN_ALONE);
    const names = DATABASE_APPS.map((app) => roleOf(urls[app]));
    const known = await existingRoles(client, names);
    requireDistinct([roleOf(ownerUrl), ...names]);
    for (const app of DATABASE_APPS) {
      const { password } = new URL(urls[app]);
      if (!known.has(roleOf(urls[app])))
        await createRole(client, roleOf(urls[app]), decodeURIComponent(password));
    }
    await requireApart(client, names);
    await shareStatistics(client, names);
    await client.query('COMMIT');
  });
  for (const app of DATABASE_APPS) {
    await setDefaults(urls[app]).catch((error: unknown) => {
      if (!hasCode(error, INVALID_PASSWORD)) throw error;
      throw new StartError(
        `The role ${roleOf(urls[app])} exists and has another password than this process knows: restore database-roles.json of the data directory, or give the URLs of the apps.`,
        { cause: error },
      );
    });
  }
}

function requireDistinct(names: readonly string[]): void {
  const repeated = names.find((name, index) => names.indexOf(name) < index);
  if (repeated === undefined) return;
  throw new StartError(
    `The role ${repeated} is named twice: the owner of the database and each app need a role of their own.`,
  );
}

/** No boundary holds for a superuser, or for a role that can become another. */
async function requireApart(client: Client, names: readonly string[]): Promise<void> {
  const { rows } = await client.query<{ name: string; other: string | null }>(
    `SELECT a.rolname AS name, b.rolname AS other
     FROM pg_roles AS a LEFT JOIN pg_roles AS b
       ON b.rolname = ANY ($1::text[] || current_user::text) AND a.rolname <> b.rolname AND NOT a.rolsuper
         AND a.rolname <> current_user AND pg_has_role(a.oid, b.oid, 'MEMBER')
     WHERE a.rolname = ANY ($1::text[] || current_user::text) AND (a.rolsuper OR b.oid IS NOT NULL)
     LIMIT 1`,
    [names],
  );
  const [wrong] = rows;
  if (wrong === undefined) return;
  throw new StartError(
    wrong.other === null
      ? `The role ${wrong.name} is a superuser, for whom no boundary holds; give it only what docs/databases.md names.`
      : `The role ${wrong.name} is a member of ${wrong.other}, whose rights it must not have.`,
  );
}

/** Lets the apps see when other roles' transactions began, where the owner may grant that. */
async function shareStatistics(client: Client, names: readonly string[]): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT name FROM unnest($1::text[]) AS name
     WHERE NOT pg_has_role(name::name, 'pg_read_all_stats', 'USAGE')
       AND pg_has_role('pg_read_all_stats', 'USAGE WITH ADMIN OPTION')`,
    [names],
  );
  for (const { name } of rows) {
    await client.query(`GRANT pg_read_all_stats TO ${client.escapeIdentifier(name)}`);
  }
}

/**
 * Everything is read and written by keys. Plans are kept from when tables were empty, and then scan whole tables
 * until statistics come: appends fell to an eighth as the table grew. A role's own settings and not the connection's,
 * because PgBouncer refuses those.
 */
const KEYED_ACCESS = ['enable_seqscan', 'enable_hashjoin', 'enable_mergejoin'];

/** Sets how the statements of a role are planned; a role decides that for itself. */
async function setDefaults(url: string): Promise<void> {
  await withClient(url, async (client) => {
    await client.query(BEGIN_ALONE);
    const { rows } = await client.query<{ name: string }>(
      "SELECT name FROM pg_settings WHERE name = ANY ($1) AND setting <> 'off'",
      [KEYED_ACCESS],
    );
    const database = client.escapeIdentifier(databaseOf(url));
    for (const { name } of rows) {
      await client.query(`ALTER ROLE CURRENT_USER IN DATABASE ${database} SET ${name} = off`);
    }
    await client.query('COMMIT');
  });
}
