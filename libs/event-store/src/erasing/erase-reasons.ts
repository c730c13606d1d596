import type { PoolClient } from 'pg';

/** What was erased of a stream. */
export interface ErasedReasons {
  /** Events whose reason is gone. */
  reasons: number;
  /** Kept outcomes that answered with a reason. */
  outcomes: number;
}

/** Keeps everybody from appending to a stream until the transaction ends; answers its version, null for none. */
export async function holdStream(
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
 * Erases the reasons of the events of a stream that is held, with their salts, and those in the outcomes of its
 * commands. The events themselves, which hold digests, stay as they are.
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
  return { reasons: rowCount ?? 0, outcomes: await eraseFromOutcomes(client, schema, streamId) };
}

/** Replies are rewritten here, for the database would give their members another order. */
async function eraseFromOutcomes(client: PoolClient, schema: string, streamId: string): Promise<number> {
  const { rows } = await client.query<{ key: string; reply: object }>(
    `SELECT key, reply FROM ${schema}.outcomes
     WHERE reply ->> 'id' = $1 AND reply ->> 'reason' IS NOT NULL FOR UPDATE`,
    [streamId],
  );
  await client.query(
    `UPDATE ${schema}.outcomes AS o SET reply = erased.reply
     FROM unnest($1::text[], $2::json[]) AS erased (key, reply) WHERE o.key = erased.key`,
    [rows.map(({ key }) => key), rows.map(({ reply }) => JSON.stringify({ ...reply, reason: null }))],
  );
  return rows.length;
}
