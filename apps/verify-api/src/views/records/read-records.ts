import type { Pool, PoolClient } from 'pg';
import { leafIndexSql, successorSlotSql } from '../successors.sql.js';
import type { RecordRow } from './stored-record.js';

/** A record's row, and the view's progress when it was read. */
export interface ReadRow {
  row: RecordRow;
  /** Null where the view has parked the record because it could not apply one of its events. */
  progress: string | null;
}

/**
 * Reads records with their elements from the view, and from the log the receipts of their newest elements and what
 * follows these.
 * @param progressSql expression for the view's progress, from its follower; null if it is not needed.
 */
export async function readRecords(
  connection: Pool | PoolClient,
  ids: readonly string[],
  progressSql: string | null,
): Promise<ReadRow[]> {
  const { rows } = await connection.query<RecordRow & { progress: string | null }>({
    name: progressSql === null ? 'read_records' : 'read_records_and_progress',
    text: readSql(progressSql ?? 'NULL::text'),
    values: [ids],
  });
  return rows.map(({ progress, ...row }) => ({ row, progress }));
}

const readSql = (progressSql: string) => `
  SELECT r.*,
    EXISTS (SELECT FROM verify_api.findings AS f WHERE f.concerns IN (r.id, r.authority_id, '*')
      AND (f.leaves IS NULL OR f.leaves @> t.log_index)) AS found_different,
    coalesce(e.elements, '[]') AS elements,
    CASE WHEN p.stream_id IS NULL THEN ${progressSql} END AS progress,
    CASE WHEN t.subject_id IS NOT NULL THEN json_build_object('log_index', t.log_index, 'tree_size', t.tree_size,
      'proof', encode(t.proof, 'hex'), 'root', encode(c.root, 'hex'), 'note', c.note) END AS receipt,
    ${leafIndexSql(successorSlotSql('newest.text'))} AS successor_index
  FROM verify_api_records.records AS r
  LEFT JOIN LATERAL (
    SELECT json_agg(json_build_object('sequence', e.sequence, 'text', e.text, 'digest', e.digest,
      'signature', e.signature, 'reason', e.reason, 'reason_salt', e.reason_salt) ORDER BY e.sequence) AS elements
    FROM verify_api_records.elements AS e WHERE e.record_id = r.id
  ) AS e ON true
  LEFT JOIN LATERAL (
    SELECT e.text FROM verify_api_records.elements AS e WHERE e.record_id = r.id ORDER BY e.sequence DESC LIMIT 1
  ) AS newest ON true
  LEFT JOIN verify_api_records.parked_streams AS p ON p.consumer = 'records' AND p.stream_id = r.id
  LEFT JOIN (record_store_published.log_receipts AS t JOIN record_store_published.log_checkpoints AS c USING (tree_size))
    ON t.subject_id = r.id AND t.sequence = r.version
  WHERE r.id = ANY ($1)`;
