import type { Client } from 'pg';
import type { DatabaseApp } from '../database-apps.js';
import type { Grant } from './grants.js';

export type RoleNames = Readonly<Record<DatabaseApp, string>>;

/**
 * Grants these rights to the apps' roles and revokes all others, also from PUBLIC. Rights that are granted
 * already are not touched: a start without changes locks nothing.
 * @param client logged in as the owner, in a transaction.
 */
export async function applyGrants(client: Client, roles: RoleNames, wanted: readonly Grant[]): Promise<void> {
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
  const { rows } = await client.query<{ role: string; privilege: string; object: string }>(GRANTS_SQL, [
    Object.values(roles),
  ]);
  const apps = new Map(Object.entries(roles).map(([app, role]) => [role, app as DatabaseApp]));
  return rows.map(({ role, privilege, object }) => ({ app: apps.get(role) ?? null, privilege, on: object }));
}

/** Roles outside of the service, such as for backups, are left to the administrator. */
const GRANTS_SQL = `
  WITH this AS (SELECT * FROM pg_database WHERE datname = current_database()
  ), schemas AS (
    SELECT n.* FROM pg_namespace AS n, this WHERE n.nspowner = this.datdba
  ), objects AS (
    SELECT 'DATABASE' AS object, '' AS part, datdba AS owner, coalesce(datacl, acldefault('d', datdba)) AS acl FROM this
    UNION ALL
    SELECT 'SCHEMA ' || quote_ident(nspname), '', nspowner, coalesce(nspacl, acldefault('n', nspowner)) FROM schemas
    UNION ALL
    SELECT format('%s %I.%I', CASE relkind WHEN 'S' THEN 'SEQUENCE' ELSE 'TABLE' END, nspname, relname), '', relowner,
      coalesce(relacl, acldefault(CASE relkind WHEN 'S' THEN 's' ELSE 'r' END::"char", relowner))
    FROM pg_class JOIN schemas ON schemas.oid = relnamespace WHERE relkind IN ('r', 'p', 'v', 'm', 'S', 'f')
    UNION ALL
    SELECT format('TABLE %I.%I', nspname, relname), format(' (%I)', attname), relowner, attacl
    FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid JOIN schemas ON schemas.oid = relnamespace
    WHERE attacl IS NOT NULL
    UNION ALL
    SELECT format('ROUTINE %I.%I(%s)', nspname, proname, oidvectortypes(proargtypes)), '', proowner,
      coalesce(proacl, acldefault('f', proowner))
    FROM pg_proc JOIN schemas ON schemas.oid = pronamespace
  )
  SELECT CASE WHEN a.grantee = 0 THEN '' ELSE pg_get_userbyid(a.grantee) END AS role,
    a.privilege_type || part AS privilege, object
  FROM objects, aclexplode(acl) AS a
  WHERE owner = (SELECT datdba FROM this) AND a.grantee <> owner AND (a.grantee = 0 OR pg_get_userbyid(a.grantee) = ANY ($1))
  ORDER BY object, role, privilege`;
