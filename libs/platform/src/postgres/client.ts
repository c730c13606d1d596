import { Client } from 'pg';
import { useOwnNames } from './pool.js';

/**
 * Runs an action on a new connection. Its search path is empty, because an app could have filled any schema in
 * it: names outside of `pg_catalog` need their schema.
 * @throws the error of the connection or of the action.
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
  // Without a listener, a connection that breaks between two queries would end the process; the next query
  // fails anyway.
  client.on('error', () => undefined);
  try {
    await client.connect();
    await useOwnNames(client);
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
