import type { Client } from 'pg';
import { StartError } from '../start-error.js';

/**
 * Creates a schema where it is missing.
 * @param client logged in as the role that shall own it.
 * @throws StartError where another role owns it: that role could replace its content.
 */
export async function createOwnSchema(client: Client, schema: string): Promise<void> {
  await client.query(`CREATE SCHEMA IF NOT EXISTS ${client.escapeIdentifier(schema)}`);
  const { rows } = await client.query<{ owner: string; own: boolean }>(
    `SELECT pg_get_userbyid(nspowner) AS owner, nspowner = (SELECT oid FROM pg_roles WHERE rolname = current_user) AS own
     FROM pg_namespace WHERE nspname = $1`,
    [schema],
  );
  const [found] = rows;
  if (found?.own === true) return;
  throw new StartError(
    `The schema ${schema} belongs to the role ${found?.owner}, which must not own it; drop or rename it, and migrate again.`,
  );
}
