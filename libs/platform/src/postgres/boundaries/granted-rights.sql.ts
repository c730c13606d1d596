/** A right in the database's catalogue, by the role that has it. */
export interface GrantedRight {
  /** Empty for PUBLIC. */
  role: string;
  privilege: string;
  object: string;
}

/**
 * Query for every right on the database, and on the schemas, tables, sequences, columns and routines of some schemas,
 * of roles other than the owner of the object. More conditions may follow, after `AND`, on `owner` and `a.grantee`.
 * @param schemas query for rows of `pg_namespace`; it can use `this`, the row of the database.
 */
export function grantedRightsSql(schemas: string): string {
  return `
  WITH this AS (SELECT * FROM pg_database WHERE datname = current_database()
  ), schemas AS (
    ${schemas}
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
  WHERE a.grantee <> owner`;
}
