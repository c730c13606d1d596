import { Client } from 'pg';

/** Runs the action on a connection of its own. Names are looked up in no schema that an app could have filled: what is not
 *  in `pg_catalog` needs its schema before it.
 *  @throws the connection's error, or the action's. */
export async function withClient<Answer>(
  url: string,
  action: (client: Client) => Promise<Answer>,
): Promise<Answer> {
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: 10_000,
    application_name: 'platform',
  });
  // Without a listener a connection that breaks between two queries would end the process; the next query fails anyway.
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query("SET search_path = ''");
    return await action(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Creates the database on the server of the URL, which names another one, unless it is there. */
export async function createDatabaseIfMissing(serverUrl: string, database: string): Promise<void> {
  await withClient(serverUrl, async (client) => {
    const found = await client.query('SELECT FROM pg_database WHERE datname = $1', [database]);
    if (found.rowCount === 0) await client.query(`CREATE DATABASE ${client.escapeIdentifier(database)}`);
  });
}
