import type { Client } from 'pg';
import { createRole, existingRoles, setPassword } from './create-role.js';
import { databaseOf, roleName } from './role-names.js';
import { DATABASE_LOGINS, type RolePasswords } from './role-passwords.js';

/**
 * Creates the roles of an embedded database, and makes it its owner's: from then on only the server's
 * supervisor logs in as the superuser.
 * @param client logged in as the superuser.
 */
export async function prepareEmbeddedDatabase(
  client: Client,
  url: string,
  passwords: RolePasswords,
): Promise<void> {
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
  }
  await client.query('COMMIT');
}
