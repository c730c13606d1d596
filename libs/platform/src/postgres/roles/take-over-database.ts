import type { Client } from 'pg';
import { createRole, existingRoles, setPassword } from './create-role.js';
import { databaseOf, roleName } from './role-names.js';
import { DATABASE_LOGINS, type RolePasswords } from './role-passwords.js';

/**
 * Creates the roles of an embedded database, and makes it its owner's: from then on only the server's
 * supervisor logs in as the superuser. A database of a release without roles is taken over with all its
 * content.
 * @param client logged in as the superuser.
 */
export async function takeOverDatabase(client: Client, url: string, passwords: RolePasswords): Promise<void> {
  const database = databaseOf(url);
  const roles = DATABASE_LOGINS.map((login) => ({
    name: roleName(database, login),
    password: passwords[login],
  }));
  const owner = client.escapeIdentifier(roleName(database, 'owner'));
  await client.query('BEGIN');
  await client.query('REVOKE CONNECT ON DATABASE postgres, template1 FROM PUBLIC');
  const known = await existingRoles(
    client,
    roles.map(({ name }) => name),
  );
  for (const { name, password } of roles) {
    // Always: a process may have stored passwords and been killed before it set them.
    if (known.has(name)) await setPassword(client, name, password);
    else await createRole(client, name, password);
  }
  const { rows } = await client.query<{ owner: string }>(
    'SELECT pg_get_userbyid(datdba) AS owner FROM pg_database WHERE datname = current_database()',
  );
  if (rows[0]?.owner !== roleName(database, 'owner')) {
    // The owner grants it to the apps' roles, which measure the age of the oldest transaction.
    await client.query(`GRANT pg_read_all_stats TO ${owner} WITH ADMIN OPTION`);
    await client.query(`ALTER DATABASE ${client.escapeIdentifier(database)} OWNER TO ${owner}`);
    for (const statement of await ownershipOf(client)) await client.query(`${statement} OWNER TO ${owner}`);
  }
  await client.query('COMMIT');
}

/** Statements, without their end, that change the owner of what the superuser owns in the database. */
async function ownershipOf(client: Client): Promise<string[]> {
  // Sequences of identity columns, and indexes, follow their table.
  const { rows } = await client.query<{ statement: string }>(
    `WITH schemas AS (
       SELECT oid, nspname FROM pg_namespace
       WHERE nspname NOT LIKE 'pg\\_%' AND nspname NOT IN ('information_schema', 'public')
     )
     SELECT format('ALTER SCHEMA %I', nspname) AS statement FROM schemas
     UNION ALL
     SELECT format('ALTER %s %I.%I',
       CASE c.relkind WHEN 'S' THEN 'SEQUENCE' WHEN 'v' THEN 'VIEW' ELSE 'TABLE' END, nspname, relname)
     FROM pg_class AS c JOIN schemas ON schemas.oid = c.relnamespace
     WHERE c.relkind IN ('r', 'p', 'v') OR (c.relkind = 'S' AND NOT EXISTS (
       SELECT FROM pg_depend WHERE classid = 'pg_class'::regclass AND objid = c.oid AND deptype IN ('a', 'i')))
     UNION ALL
     SELECT format('ALTER FUNCTION %s', p.oid::regprocedure)
     FROM pg_proc AS p JOIN schemas ON schemas.oid = p.pronamespace`,
  );
  return rows.map(({ statement }) => statement);
}
