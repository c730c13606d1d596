import type { Client } from 'pg';
import type { DatabaseApp } from '../database-apps.js';
import type { AppBoundary } from './app-boundary.js';
import { createBoundaryViews } from './boundary-views.js';
import { grantedRightsSql, type GrantedRight } from './granted-rights.sql.js';
import { grantsOf, type Grant } from './grants.js';

export type RoleNames = Readonly<Record<DatabaseApp, string>>;

/**
 * Publishes the apps' tables and sets every role's rights. Run it after migrations and after a command that
 * replaces tables, since new tables have no grants.
 * @param client logged in as the owner, in a transaction.
 */
export async function applyBoundaries(
  client: Client,
  roles: RoleNames,
  boundaries: readonly AppBoundary[],
): Promise<void> {
  for (const boundary of boundaries) await createBoundaryViews(client, boundary);
  await applyGrants(client, roles, grantsOf(boundaries));
}

/**
 * Grants these rights to the apps' roles and revokes all others, also from PUBLIC. Rights that are granted
 * already are not touched: a start without changes locks nothing.
 * @param client logged in as the owner, in a transaction.
 */
async function applyGrants(client: Client, roles: RoleNames, wanted: readonly Grant[]): Promise<void> {
  const standing = await readGrants(client, roles);
  const keyOf = ({ app, privilege, on }: Grant) => `${app} ${privilege} ${on}`;
  const [wantedKeys, standingKeys] = [wanted, standing].map((grants) => new Set(grants.map(keyOf)));
  const target = ({ privilege, on }: Grant, database: string) =>
    `${privilege} ON ${on === 'DATABASE' ? `DATABASE ${database}` : on}`;
  const role = ({ app }: Grant) => (app === null ? 'PUBLIC' : client.escapeIdentifier(roles[app]));
  const database = client.escapeIdentifier(client.database ?? '');
  for (const grant of standing.filter((each) => wantedKeys?.has(keyOf(each)) !== true)) {
    await client.query(`REVOKE ${target(grant, database)} FROM ${role(grant)} CASCADE`);
  }
  for (const grant of wanted.filter((each) => standingKeys?.has(keyOf(each)) !== true)) {
    await client.query(`GRANT ${target(grant, database)} TO ${role(grant)}`);
  }
}

/**
 * Every right of an app's role, or of PUBLIC, on the owner's objects, by the database's catalogue. Objects that
 * an app owns are left out.
 */
export async function readGrants(client: Client, roles: RoleNames): Promise<Grant[]> {
  const { rows } = await client.query<GrantedRight>(GRANTS_SQL, [Object.values(roles)]);
  const apps = new Map(Object.entries(roles).map(([app, role]) => [role, app as DatabaseApp]));
  return rows.map(({ role, privilege, object }) => ({ app: apps.get(role) ?? null, privilege, on: object }));
}

/** Roles outside of the service, such as for backups, are left to the administrator. */
const GRANTS_SQL = `${grantedRightsSql('SELECT n.* FROM pg_namespace AS n, this WHERE n.nspowner = this.datdba')}
    AND owner = (SELECT datdba FROM this) AND (a.grantee = 0 OR pg_get_userbyid(a.grantee) = ANY ($1))
  ORDER BY object, role, privilege`;
