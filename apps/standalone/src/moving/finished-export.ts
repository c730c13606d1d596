import type { ClientBase } from 'pg';

/**
 * Keeps all apps from starting on a database that was exported: two originals would sign two logs.
 * @returns whether it had no mark.
 */
export async function markExported(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ is_new: boolean }>(
    "SELECT to_regnamespace('finished_export') IS NULL AS is_new",
  );
  await client.query('CREATE SCHEMA IF NOT EXISTS finished_export');
  return rows[0]?.is_new === true;
}

/** Lets them start there again. */
export async function unmarkExported(client: Pick<ClientBase, 'query'>): Promise<void> {
  await client.query('DROP SCHEMA IF EXISTS finished_export');
}
