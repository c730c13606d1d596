import type { RecordSnapshot } from '@service/contracts';
import { publishedSchema } from '@service/platform/boundaries';

/** Where record-store publishes its events, which gateways keep no copy of. */
const LOG = publishedSchema('record_store');

/** Columns of a row `records` of the view, in the order of a record’s snapshot; its reason comes from the event. */
function recordColumns(reason: string): string[] {
  const columns: Readonly<Record<keyof RecordSnapshot, string>> = {
    id: 'records.id',
    project_id: 'records.project_id',
    authority_id: 'records.authority_id',
    issuer: 'records.issuer',
    origin: 'records.origin',
    external_id: 'records.external_id',
    content_digest: 'records.content_digest',
    state: 'records.state',
    version: 'records.version',
    digest: 'records.digest',
    expires_at: 'records.expires_at',
    successor_id: 'records.successor_id',
    reason: `${reason} AS reason`,
    created_at: 'records.created_at',
    updated_at: 'records.updated_at',
  };
  return Object.values(columns);
}

/** A record as it is listed. */
export const LISTED_COLUMNS = recordColumns(`(
  SELECT c.reason FROM ${LOG}.events AS e JOIN ${LOG}.companions AS c USING (event_id)
  WHERE e.stream_id = records.id AND e.version = records.version)`);

/** A record with one of its elements, from `elementsSql` named `e`; the newest has the record’s reason. */
export const RECORD_COLUMNS = [
  ...recordColumns('e.reason'),
  'e.sequence',
  'e.text',
  'e.signature',
  'e.reason_salt',
];

/**
 * The elements of a row of the view up to the row’s version, for a lateral join. `OFFSET 0` keeps PostgreSQL from merging the
 * join into the query, so that it always reads the elements of each row by their index.
 * @param row name of the row of `records`. @param last version of the last of them, an expression.
 */
export const elementsSql = (row = 'records', last = `${row}.version`): string => `
  SELECT e.version AS sequence, coalesce(e.element, '') AS text, e.signature, c.reason, c.reason_salt
  FROM ${LOG}.events AS e LEFT JOIN ${LOG}.companions AS c USING (event_id)
  WHERE e.stream_id = ${row}.id AND e.version <= ${last} OFFSET 0`;
