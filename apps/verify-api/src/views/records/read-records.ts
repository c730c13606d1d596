import type { RecordSnapshot } from '@service/contracts';
import { decodeSignature } from '@service/event-store';
import { unseen } from '@service/platform/postgres';
import type { Pool, PoolClient } from 'pg';
import { leafIndexSql, successorSlotSql } from '../successors.sql.js';
import { RECORD_COLUMNS, elementsSql } from './record-columns.sql.js';
import type { LogPlace } from './stored-receipt.js';
import type { ElementRow, RecordRow } from './stored-record.js';

/** A record's row, and the view's progress when it was read. */
export interface ReadRow {
  row: Omit<RecordRow, 'receipt'>;
  /** Place of the newest element, under the smallest checkpoint that has it; null until one is published. */
  place: LogPlace | null;
  /** Null where the view has parked the record because it could not apply one of its events. */
  progress: string | null;
}

/** A record's row with one of its elements, and with its place in the log; the checkpoint’s note beside the newest. */
export type ReadColumns = RecordSnapshot &
  Nullable<Omit<ElementRow, 'signature'> & LogPlace & { signature: Buffer }> &
  Pick<RecordRow, 'found_different' | 'successor_index'> &
  Pick<ReadRow, 'progress'>;

/** The largest `integer` of PostgreSQL. */
const NO_LIMIT = 2_147_483_647;

type Nullable<Row> = { [Column in keyof Row]: Row[Column] | null };

/**
 * Reads records from the view, their elements from the events of their owner, and from the log their places and the
 * successors of the newest, in one statement: a second one would double what a lone read costs.
 * @param progressSql expression for the view's progress, from its follower; null if it is not needed.
 * @param longest most elements of a record; of one with more, only the first is read.
 */
export async function readRecords(
  connection: Pool | PoolClient,
  ids: readonly string[],
  progressSql: string | null,
  longest = NO_LIMIT,
): Promise<ReadRow[]> {
  const { rows } = await connection.query<ReadColumns>({
    name: progressSql === null ? 'read_records' : 'read_records_and_progress',
    text: readSql(progressSql ?? 'NULL::text'),
    values: [ids, longest],
  });
  const found = new Map<string, ReadRow>();
  for (const columns of rows) {
    const { sequence, text, signature, reason_salt, absent_at, log_index, ...more } = columns;
    const { tree_size, root, note, progress, ...row } = more;
    const { id, reason } = row;
    const elements = found.get(id)?.row.elements ?? [];
    if (sequence !== null && text !== null) {
      elements.push({
        sequence,
        text,
        signature: signature && decodeSignature(signature),
        reason,
        reason_salt,
        absent_at,
        log_index,
      });
    }
    const place = log_index === null ? null : ({ log_index, tree_size, root, note } as LogPlace);
    // The row of the newest element is the last.
    found.set(id, { row: { ...row, elements }, place, progress });
  }
  return [...found.values()];
}

const readSql = (progressSql: string) => `
  SELECT ${RECORD_COLUMNS.join(', ')},
    EXISTS (SELECT FROM verify_api.findings AS f WHERE f.concerns IN (records.id, records.authority_id, '*')
      AND (f.leaves IS NULL OR f.leaves @> t.index)) AS found_different,
    CASE WHEN p.stream_id IS NULL THEN ${progressSql} END AS progress,
    t.index::float8 AS log_index, t.tree_size::float8, encode(t.root, 'hex') AS root,
    CASE WHEN e.sequence = records.version THEN t.note END AS note,
    (SELECT c.published_at FROM record_store_published.log_checkpoints AS c WHERE c.tree_size <= t.index
      ORDER BY c.tree_size DESC LIMIT 1) AS absent_at,
    CASE WHEN e.sequence = records.version THEN
      ${leafIndexSql(successorSlotSql('e.text', 'records.digest'))}
    END AS successor_index
  FROM verify_api_records.records
  LEFT JOIN LATERAL (${elementsSql('records', 'CASE WHEN records.version <= $2 THEN records.version ELSE 1 END')}) AS e ON true
  LEFT JOIN verify_api_records.parked_streams AS p ON p.consumer = 'records' AND p.stream_id = records.id
  LEFT JOIN LATERAL (
    SELECT l.index, c.tree_size, c.root, c.note FROM record_store_published.log_leaves AS l
    CROSS JOIN LATERAL (
      SELECT * FROM record_store_published.log_checkpoints AS c WHERE c.tree_size > l.index ORDER BY c.tree_size LIMIT 1
    ) AS c
    WHERE l.subject_id = records.id AND l.sequence = e.sequence
    ORDER BY l.index LIMIT 1
  ) AS t ON true
  WHERE records.id = ANY (${unseen(1, 'text[]')})
  ORDER BY records.id, e.sequence`;
