import { Client } from 'pg';
import { rethrowUnanswered, typeOutagesOf } from './database-unavailable.js';
import { pinSession } from './session-settings.js';

/**
 * Runs an action on a new connection with the settings of `SESSION_SETTINGS`: names outside of `pg_catalog` need their
 * schema.
 * @throws DatabaseUnavailableError where the server does not answer, or no longer; otherwise the error of the login or action.
 */
export async function withClient<Answer>(
  url: string,
  action: (client: Client) => Promise<Answer>,
): Promise<Answer> {
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: 10_000,
    application_name: 'platform',
  });
  // Without a listener, a connection that breaks between two queries would end the process. The next query reports the
  // break.
  client.on('error', () => undefined);
  try {
    await client.connect().catch(rethrowUnanswered);
    typeOutagesOf(client);
    await pinSession(client);
    return await action(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Creates a missing database on the server of the URL, which names another database. */
export async function createDatabaseIfMissing(serverUrl: string, database: string): Promise<void> {
  await withClient(serverUrl, async (client) => {
    const found = await client.query('SELECT FROM pg_database WHERE datname = $1', [database]);
    if (found.rowCount === 0) await client.query(`CREATE DATABASE ${client.escapeIdentifier(database)}`);
  });
}
