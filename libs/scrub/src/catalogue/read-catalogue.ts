import {
  grantedRightsSql,
  ROLE_POWERS_SQL,
  type GrantedRight,
  type RolePower,
} from '@service/platform/boundaries';
import type { ClientBase } from 'pg';

/** A setting that the sessions of a role begin with, in this database. */
interface RoleSetting {
  /** Empty for all roles. */
  role: string;
  setting: string;
}

/** Rights that change nothing: an administrator may grant them to other roles, such as one for backups. */
const READ_ONLY: readonly string[] = ['SELECT', 'USAGE', 'CONNECT', 'TEMPORARY'];

/**
 * Reads everything in the service’s schemas that takes effect when rows are read or written: triggers, rules, policies,
 * functions, owners, rights, powers of roles, settings of sessions, and published views that differ from their tables. Each is a line that
 * does not depend on the names of roles, so two databases of one release have the same lines.
 * @param apps names of the apps, which are also those of their schemas.
 */
export async function readCatalogue(client: ClientBase, apps: readonly string[]): Promise<string[]> {
  const { rows } = await client.query<{ line: string }>(LINES_SQL, [apps]);
  const { rows: grants } = await client.query<GrantedRight>(grantedRightsSql(SCHEMAS), [apps]);
  const { rows: settings } = await client.query<RoleSetting>(SETTINGS_SQL);
  const names = namesOfRoles(grants, apps);
  const { rows: powers } = await client.query<RolePower>(ROLE_POWERS_SQL, [[...names.keys()]]);
  const { rows: members } = await client.query<RolePower>(MEMBERS_SQL, [[...names.keys()]]);
  return [
    ...rows.map(({ line }) => line),
    ...grantLines(grantsOfRoles(grants, names)),
    ...settingLines(settings, names),
    ...powers.map(({ role, power }) => `role of ${names.get(role)}: ${power}`),
    ...members.map(({ role, power }) => `the role ${role}: ${power}`),
  ].toSorted();
}

/** What decides which code the apps' sessions run: a function in a search path could replace one of PostgreSQL's. */
function settingLines(settings: readonly RoleSetting[], names: ReadonlyMap<string, string>): string[] {
  return settings.flatMap(({ role, setting }) => {
    const whose = role === '' ? 'all roles' : names.get(role);
    return whose === undefined ? [] : [`setting of ${whose}: ${setting}`];
  });
}

function grantsOfRoles(rows: readonly GrantedRight[], names: ReadonlyMap<string, string>): Granted[] {
  return rows.flatMap(({ role, privilege, object: on }) => {
    const app = names.get(role);
    if (app === undefined && role !== '' && READ_ONLY.includes(privilege)) return [];
    return [{ to: app ?? (role === '' ? 'PUBLIC' : `the role ${role}`), privilege, on }];
  });
}

/** A right that somebody has on an object. */
interface Granted {
  to: string;
  privilege: string;
  on: string;
}

/** The lines of the catalogue about some rights: one for all that somebody has on an object. */
export function grantLines(grants: readonly Granted[]): string[] {
  const byPlace = Map.groupBy(grants, ({ to, on }) => `${to} on ${on}`);
  return Array.from(byPlace, ([place, rights]) => {
    const privileges = rights.map(({ privilege }) => privilege).toSorted();
    return `grant to ${place}: ${privileges.join(' ')}`;
  });
}

/** An app’s role is the only one with a right on the app’s schema; a second one makes both unknown. */
function namesOfRoles(grants: readonly GrantedRight[], apps: readonly string[]): Map<string, string> {
  const names = new Map<string, string>();
  for (const app of apps) {
    const roles = grants.filter(({ object }) => object === `SCHEMA ${app}`).map(({ role }) => role);
    const [role] = roles;
    if (role !== undefined && new Set(roles).size === 1) names.set(role, app);
  }
  return names;
}

/** The apps’ schemas, and those of their published views and read models, of any owner. */
const SCHEMAS = `
    SELECT n.* FROM pg_namespace AS n
    WHERE EXISTS (SELECT FROM unnest($1::text[]) AS app WHERE nspname = app OR starts_with(nspname, app || '_'))`;

const LINES_SQL = `
  WITH this AS (SELECT * FROM pg_database WHERE datname = current_database()
  ), schemas AS (${SCHEMAS}
  ), tables AS (
    SELECT c.*, nspname, format('%I.%I', nspname, relname) AS name
    FROM pg_class AS c JOIN schemas ON schemas.oid = relnamespace WHERE relkind IN ('r', 'p', 'v', 'm', 'f')
  ), views AS (
    SELECT tables.*, regexp_replace(pg_get_viewdef(oid), '\\s+', ' ', 'g') AS definition, (
      SELECT string_agg(quote_ident(attname), ', ' ORDER BY attnum) FROM pg_attribute
      WHERE attrelid = tables.oid AND attnum > 0 AND NOT attisdropped
    ) AS columns, app
    FROM tables JOIN unnest($1::text[]) AS app
      ON nspname = app || '_published' OR starts_with(nspname, app || '_for_')
    WHERE relkind = 'v'
  )
  SELECT 'trigger (' || tgenabled::text || '): ' || pg_get_triggerdef(t.oid) AS line
  FROM tables JOIN pg_trigger AS t ON tgrelid = tables.oid WHERE NOT tgisinternal
  UNION ALL
  SELECT format('event trigger %I', evtname) FROM pg_event_trigger
  UNION ALL
  SELECT format('rule %I on %s', rulename, name) FROM tables JOIN pg_rewrite ON ev_class = tables.oid
  WHERE rulename <> '_RETURN'
  UNION ALL
  SELECT format('policy %I on %s', polname, name) FROM tables JOIN pg_policy ON polrelid = tables.oid
  UNION ALL
  SELECT format('row security on %s', name) FROM tables WHERE relrowsecurity OR relforcerowsecurity
  UNION ALL
  SELECT format('view %s:%s', name, definition) FROM views
  WHERE definition <> format(' SELECT %s FROM %I.%I;', columns, app, relname)
    AND NOT (starts_with(nspname, app || '_for_')
      AND starts_with(definition, format(' SELECT %s FROM %I.%I WHERE ', columns, app, relname)))
  UNION ALL
  SELECT format('relation %s (%s)', name, relkind) FROM tables
  WHERE CASE WHEN nspname IN (SELECT v.nspname FROM views AS v) THEN relkind <> 'v'
    ELSE relkind NOT IN ('r', 'p') END
  UNION ALL
  SELECT format('%s %I.%I(%s) %s %s: %s', CASE prosecdef WHEN true THEN 'definer function' ELSE 'function' END, nspname,
    proname, oidvectortypes(proargtypes), lanname, coalesce(array_to_string(proconfig, ' '), ''),
    left(encode(sha256(convert_to(regexp_replace(prosrc, '\\s+', ' ', 'g'), 'UTF8')), 'hex'), 16))
  FROM pg_proc JOIN schemas ON schemas.oid = pronamespace JOIN pg_language AS l ON l.oid = prolang
  UNION ALL
  SELECT format('owner of %s: %s', name, pg_get_userbyid(relowner)) FROM tables, this
  WHERE relowner <> datdba AND (nspname = ANY ($1) OR nspname IN (SELECT v.nspname FROM views AS v))`;

/** Operators may set others, such as for memory. */
const SETTINGS_SQL = `
  SELECT CASE WHEN setrole = 0 THEN '' ELSE pg_get_userbyid(setrole) END AS role, setting
  FROM pg_db_role_setting, unnest(setconfig) AS setting
  WHERE setdatabase IN (0, (SELECT oid FROM pg_database WHERE datname = current_database()))
    AND split_part(setting, '=', 1) IN
      ('role', 'search_path', 'session_replication_role', 'session_preload_libraries', 'local_preload_libraries')`;

/**
 * Others with the rights of an app’s role, except the database’s owner, who has more. Whoever made the role is a member who may only
 * grant it.
 */
const MEMBERS_SQL = `
  SELECT DISTINCT member.rolname AS role, 'is a member of ' || app.rolname AS power
  FROM pg_auth_members AS m JOIN pg_roles AS app ON app.oid = m.roleid JOIN pg_roles AS member ON member.oid = m.member
    JOIN pg_database AS d ON datname = current_database()
  WHERE app.rolname = ANY ($1) AND member.rolname <> ALL ($1) AND member.oid <> datdba AND (m.inherit_option OR m.set_option)`;
