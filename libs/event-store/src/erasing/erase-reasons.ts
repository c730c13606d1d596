import type { PoolClient } from 'pg';

/** What was erased of a stream. */
export interface ErasedReasons {
  /** Events whose reason is gone. */
  reasons: number;
  /** Stored results of commands whose reply had a reason. */
  results: number;
}

/** Locks a stream against appends until the transaction ends; answers its version, null where there is no stream. */
export async function lockStream(
  client: PoolClient,
  schema: string,
  streamId: string,
): Promise<number | null> {
  const { rows } = await client.query<{ version: number }>(
    `SELECT version FROM ${schema}.streams WHERE stream_id = $1 FOR UPDATE`,
    [streamId],
  );
  return rows[0]?.version ?? null;
}

/**
 * Erases the reasons and salts of a locked stream's events, and the reasons in the stored results of its commands.
 * The events themselves, which hold digests, stay as they are.
 */
export async function eraseReasons(
  client: PoolClient,
  schema: string,
  streamId: string,
): Promise<ErasedReasons> {
  const { rowCount } = await client.query(
    `UPDATE ${schema}.companions AS c SET reason = NULL, reason_salt = NULL FROM ${schema}.events AS e
     WHERE e.stream_id = $1 AND c.event_id = e.event_id AND num_nonnulls(c.reason, c.reason_salt) > 0`,
    [streamId],
  );
  return { reasons: rowCount ?? 0, results: await eraseFromResults(client, schema, streamId) };
}

/** Replies are rewritten in JavaScript, because the database's JSON functions change the order of members. */
async function eraseFromResults(client: PoolClient, schema: string, streamId: string): Promise<number> {
  const { rows } = await client.query<{ key: string; reply: object }>(
    `SELECT key, reply FROM ${schema}.idempotency_keys
     WHERE reply ->> 'id' = $1 AND reply ->> 'reason' IS NOT NULL FOR UPDATE`,
    [streamId],
  );
  await client.query(
    `UPDATE ${schema}.idempotency_keys AS stored SET reply = erased.reply
     FROM unnest($1::text[], $2::json[]) AS erased (key, reply) WHERE stored.key = erased.key`,
    [rows.map(({ key }) => key), rows.map(({ reply }) => JSON.stringify({ ...reply, reason: null }))],
  );
  return rows.length;
}
