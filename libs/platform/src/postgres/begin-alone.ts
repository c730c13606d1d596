import type { Client, PoolClient } from 'pg';

/**
 * Begins a transaction under an advisory lock, so that only one process runs it at a time. The wait is limited, because
 * an app could hold the lock forever.
 * @param name of the lock, the same in all processes.
 * @param limit of each wait for a lock in this transaction, as PostgreSQL reads it.
 */
export async function beginAlone(client: Client, name: string, limit = '1min'): Promise<void> {
  await client.query('BEGIN');
  await continueAlone(client, name, limit);
}

/** Takes that lock in a transaction that has already begun. */
export async function continueAlone(client: Client | PoolClient, name: string, limit: string): Promise<void> {
  await client.query("SELECT set_config('lock_timeout', $1, true)", [limit]);
  await client.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0::bigint))', [name]);
}
