import type { ClientBase } from 'pg';

/** Keeps all apps from starting on a database that was exported: two originals would sign two logs. */
export async function markExported(client: Pick<ClientBase, 'query'>): Promise<void> {
  await client.query('CREATE SCHEMA IF NOT EXISTS finished_export');
}

/** Lets them start there again. */
export async function unmarkExported(client: Pick<ClientBase, 'query'>): Promise<void> {
  await client.query('DROP SCHEMA IF EXISTS finished_export');
}
