import type { Client } from 'pg';

/**
 * Begins a transaction that only one process runs at a time; the others wait for it. The wait is limited, because an
 * app could hold the lock for ever.
 * @param name of the lock, the same in all processes.
 * @param limit of each wait for a lock in this transaction, as PostgreSQL reads it.
 */
export async function beginAlone(client: Client, name: string, limit = '1min'): Promise<void> {
  await client.query('BEGIN');
  await client.query("SELECT set_config('lock_timeout', $1, true)", [limit]);
  await client.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0::bigint))', [name]);
}
