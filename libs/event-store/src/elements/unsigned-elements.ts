import type { ElementSignature } from '@service/evidence';
import type { Pool } from 'pg';

const PAGE = 200;

/** Ids of the streams with an element that has no signature, in their order, page by page. */
export async function* unsignedStreams(pool: Pool, schema: string): AsyncGenerator<string[]> {
  for (let after = ''; ;) {
    const { rows } = await pool.query<{ stream_id: string }>(
      `SELECT DISTINCT e.stream_id FROM ${schema}.events AS e LEFT JOIN ${schema}.companions AS c USING (event_id)
       WHERE e.stream_id > $1 AND e.element IS NOT NULL AND c.signature IS NULL
       ORDER BY e.stream_id LIMIT ${PAGE}`,
      [after],
    );
    const ids = rows.map(({ stream_id }) => stream_id);
    if (ids.length > 0) yield ids;
    if (ids.length < PAGE) return;
    after = ids[ids.length - 1] as string;
  }
}

/** Stores signatures of events; one that is stored already stays. Answers how many were stored. */
export async function storeSignatures(
  pool: Pool,
  schema: string,
  signatures: readonly { event_id: string; signature: ElementSignature }[],
): Promise<number> {
  const { rowCount } = await pool.query(
    `INSERT INTO ${schema}.companions AS stored (event_id, signature)
     SELECT event_id, signature FROM json_to_recordset($1) AS made(event_id text, signature jsonb)
     ON CONFLICT (event_id) DO UPDATE SET signature = excluded.signature WHERE stored.signature IS NULL`,
    [JSON.stringify(signatures)],
  );
  return rowCount ?? 0;
}

/** Replaces signatures that are stored already. Answers how many were stored. */
export async function storeSignaturesAgain(
  pool: Pool,
  schema: string,
  signatures: readonly { event_id: string; signature: ElementSignature }[],
): Promise<number> {
  const { rowCount } = await pool.query(
    `UPDATE ${schema}.companions AS stored SET signature = made.signature
     FROM json_to_recordset($1) AS made(event_id text, signature jsonb) WHERE stored.event_id = made.event_id`,
    [JSON.stringify(signatures)],
  );
  return rowCount ?? 0;
}
