/** What a role is or may do beside its rights on objects, by which no boundary holds. */
export interface RolePower {
  role: string;
  /** `is a member of another_role`. */
  power: string;
}

/** Query for the powers of the roles in `$1`, an array of their names. */
export const ROLE_POWERS_SQL = `
  SELECT rolname AS role, 'is a superuser' AS power FROM pg_roles WHERE rolsuper AND rolname = ANY ($1)
  UNION
  SELECT rolname, 'may create roles, replicate, or bypass policies' FROM pg_roles
  WHERE (rolcreaterole OR rolreplication OR rolbypassrls) AND rolname = ANY ($1)
  UNION
  SELECT app.rolname, 'is a member of ' || other.rolname
  FROM pg_auth_members AS m JOIN pg_roles AS app ON app.oid = m.member JOIN pg_roles AS other ON other.oid = m.roleid
  WHERE app.rolname = ANY ($1) AND other.rolname <> 'pg_read_all_stats'`;
