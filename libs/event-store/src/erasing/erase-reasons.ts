import type { PoolClient } from 'pg';
import { streamLockSql } from '../log/append-call.js';
import type { CarriedResult, ResultAuthentication } from '../idempotency/result-authentication.js';

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
  await client.query(`SELECT pg_advisory_xact_lock(${streamLockSql('$1')})`, [`${schema}/${streamId}`]);
  const { rows } = await client.query<{ version: number }>(
    `SELECT version FROM ${schema}.events WHERE stream_id = $1 ORDER BY version DESC LIMIT 1`,
    [streamId],
  );
  return rows[0]?.version ?? null;
}

/**
 * Erases the reasons and salts of a locked stream's events, and the reasons in the stored results of its commands.
 * The events themselves, which hold digests, stay as they are.
 * @param authentication makes the codes of the results anew; null for tests.
 */
export async function eraseReasons(
  client: PoolClient,
  schema: string,
  streamId: string,
  authentication: ResultAuthentication | null,
): Promise<ErasedReasons> {
  const { rowCount } = await client.query(
    `DELETE FROM ${schema}.companions AS c USING ${schema}.events AS e
     WHERE e.stream_id = $1 AND c.event_id = e.event_id`,
    [streamId],
  );
  return {
    reasons: rowCount ?? 0,
    results: await eraseFromResults(client, schema, streamId, authentication),
  };
}

/** Replies are rewritten in JavaScript, because the database's JSON functions change the order of members. */
async function eraseFromResults(
  client: PoolClient,
  schema: string,
  streamId: string,
  authentication: ResultAuthentication | null,
): Promise<number> {
  const { rows } = await client.query<{ result: CarriedResult & { reply: object } }>(
    `SELECT row_to_json(stored) AS result FROM ${schema}.idempotency_keys AS stored
     WHERE reply ->> 'id' = $1 AND reply ->> 'reason' IS NOT NULL FOR UPDATE`,
    [streamId],
  );
  const erased = rows.map(({ result }) => {
    const without = { ...result, reply: { ...result.reply, reason: null } };
    // A forged result does not become authentic.
    return authentication?.accepts(result) ? { ...without, mac: authentication.codeOf(without) } : without;
  });
  await client.query(
    `UPDATE ${schema}.idempotency_keys AS stored SET reply = erased.reply, mac = erased.mac
     FROM unnest($1::text[], $2::json[], $3::text[]) AS erased (key, reply, mac) WHERE stored.key = erased.key`,
    [
      erased.map(({ key }) => key),
      erased.map(({ reply }) => JSON.stringify(reply)),
      erased.map(({ mac }) => mac),
    ],
  );
  return erased.length;
}
