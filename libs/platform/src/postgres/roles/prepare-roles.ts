import type { Client } from 'pg';
import { hasCode } from '../../error-reason.js';
import { StartError } from '../../start-error.js';
import { beginAlone } from '../begin-alone.js';
import { ROLE_POWERS_SQL, type RolePower } from '../boundaries/role-powers.sql.js';
import { withClient } from '../client.js';
import { DATABASE_APPS, type DatabaseApp } from '../database-apps.js';
import { createRole, existingRoles } from './create-role.js';
import { SESSION_SETTINGS } from '../session-settings.js';
import { roleOf } from './role-names.js';
import { KEYED_ACCESS, OF_OWNER, timeoutsOf } from './role-settings.js';

const INVALID_PASSWORD = '28P01';

/** The first `server_version_num` with `transaction_timeout`. */
const KNOWS_TRANSACTION_TIMEOUT = 170_000;

/** Names a lock: two processes that change the same role at once would fail. */
const ROLES = 'roles';

/** The role in each app's URL. */
export function roleNamesOf(urls: AppUrls): Record<DatabaseApp, string> {
  return Object.fromEntries(DATABASE_APPS.map((app) => [app, roleOf(urls[app])])) as Record<
    DatabaseApp,
    string
  >;
}

export type AppUrls = Readonly<Record<DatabaseApp, string>>;

/**
 * Creates the missing roles of the apps, and their settings for the database. Run it before migrations.
 * @throws StartError where the owner may not create them, or where a role has rights on another role's data.
 */
export async function prepareRoles(ownerUrl: string, urls: AppUrls): Promise<void> {
  const names = DATABASE_APPS.map((app) => roleOf(urls[app]));
  requireDistinct([roleOf(ownerUrl), ...names]);
  await setDefaults(ownerUrl, { ...SESSION_SETTINGS, ...OF_OWNER });
  await withClient(ownerUrl, async (client) => {
    await beginAlone(client, ROLES);
    const known = await existingRoles(client, names);
    for (const url of Object.values(urls)) {
      if (known.has(roleOf(url))) continue;
      await createRole(client, roleOf(url), decodeURIComponent(new URL(url).password));
    }
    await requireApart(client, names);
    await shareStatistics(client, names);
    await client.query('COMMIT');
  });
  for (const app of DATABASE_APPS) {
    await setDefaults(urls[app], { ...SESSION_SETTINGS, ...KEYED_ACCESS, ...timeoutsOf(app) });
  }
}

function requireDistinct(names: readonly string[]): void {
  const repeated = names.find((name, index) => names.indexOf(name) < index);
  if (repeated === undefined) return;
  throw new StartError(
    `The role ${repeated} is named twice: the owner of the database and each app need different roles.`,
  );
}

/** Boundaries do not hold for a superuser, or for a role that can become another or has another's rights. */
async function requireApart(client: Client, names: readonly string[]): Promise<void> {
  const { rows: owner } = await client.query<RolePower>(
    `SELECT rolname AS role, 'is a superuser' AS power FROM pg_roles WHERE rolsuper AND rolname = current_user`,
  );
  const { rows: apps } = await client.query<RolePower>(ROLE_POWERS_SQL, [names]);
  const [wrong] = [...owner, ...apps];
  if (wrong === undefined) return;
  throw new StartError(
    `The role ${wrong.role} ${wrong.power}, so no boundary holds for it; give it only the rights that docs/databases.md names.`,
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

/** What a role’s own session shows before its defaults are set. */
interface Standing {
  user: string;
  version: number;
  /** Whether a crash of the server would lose commits. */
  isLossy: boolean;
  settings: string[] | null;
}

/** Sets the defaults of all later sessions of a role in the database; only the role itself can do that. */
async function setDefaults(url: string, settings: Readonly<Record<string, string>>): Promise<void> {
  await withClient(url, async (client) => {
    await beginAlone(client, ROLES);
    const { rows } = await client.query<Standing>(
      `SELECT current_user::text AS user, current_setting('server_version_num')::integer AS version,
         (SELECT reset_val FROM pg_settings WHERE name = 'synchronous_commit') = 'off' AS "isLossy", (
         SELECT setconfig FROM pg_db_role_setting
         WHERE setrole = (SELECT oid FROM pg_roles WHERE rolname = current_user)
           AND setdatabase = (SELECT oid FROM pg_database WHERE datname = current_database())
       ) AS settings`,
    );
    const [standing] = rows;
    if (standing?.user !== roleOf(url)) {
      throw new StartError(`The URL with the role ${roleOf(url)} logs in as ${standing?.user}.`);
    }
    const database = client.escapeIdentifier(client.database ?? '');
    const durable = standing.isLossy ? { synchronous_commit: 'on' } : {};
    for (const [name, value] of Object.entries({ ...settings, ...durable })) {
      if (name === 'transaction_timeout' && standing.version < KNOWS_TRANSACTION_TIMEOUT) continue;
      // PostgreSQL stores the empty search path in quotes.
      if (standing.settings?.includes(`${name}=${value || '""'}`) === true) continue;
      await client.query(
        `ALTER ROLE CURRENT_USER IN DATABASE ${database} SET ${name} = ${client.escapeLiteral(value)}`,
      );
    }
    await client.query('COMMIT');
  }).catch((error: unknown) => {
    if (!hasCode(error, INVALID_PASSWORD)) throw error;
    throw new StartError(
      `The role ${roleOf(url)} exists and has another password than this process knows: restore database-roles.json of the data directory, or give the URLs of the apps.`,
      { cause: error },
    );
  });
}
