import type { Pool, PoolClient } from 'pg';
import type { RecordRow } from './kept-record.js';

/** Reads records with their elements from the view. */
export async function readRecords(
  connection: Pool | PoolClient,
  ids: readonly string[],
): Promise<RecordRow[]> {
  const { rows } = await connection.query<RecordRow>({
    name: 'read_records',
    text: READ_RECORDS,
    values: [ids],
  });
  return rows;
}

const READ_RECORDS = `
  SELECT r.*,
    EXISTS (SELECT FROM verify_api.findings AS f WHERE f.subject_id IN (r.id, r.authority_id)) AS found_different,
    coalesce(e.elements, '[]') AS elements
  FROM verify_api_records.records AS r
  LEFT JOIN LATERAL (
    SELECT json_agg(json_build_object('sequence', e.sequence, 'text', e.text, 'digest', e.digest,
      'signature', e.signature, 'reason', e.reason, 'reason_salt', e.reason_salt) ORDER BY e.sequence) AS elements
    FROM verify_api_records.elements AS e WHERE e.record_id = r.id
  ) AS e ON true
  WHERE r.id = ANY ($1)`;
