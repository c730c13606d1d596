/** SQL of the key of the advisory lock of a stream, whose name `log/stream` is given in SQL. */
export const streamLockSql = (name: string): string => `hashtextextended(${name}, 0)`;

/** The arguments of `append`, in order, with their types. Those of one line have the same length. */
export const APPEND_ARGUMENTS = {
  // The streams of the call, each once: those with a log are asserted, the others are written.
  logs: 'text[]',
  streams: 'text[]',
  expected: 'integer[]',
  // Which append needs which of them, counted from 1.
  appends: 'integer[]',
  needs: 'integer[]',
  claimants: 'integer[]',
  names: 'text[]',
  owners: 'text[]',
  // Null without any.
  results: 'json',
  // The events in their order, each with its append.
  writers: 'integer[]',
  stream_ids: 'text[]',
  versions: 'integer[]',
  event_ids: 'text[]',
  types: 'text[]',
  schema_versions: 'smallint[]',
  elements: 'text[]',
  data: 'jsonb[]',
  signatures: 'bytea[]',
  reasons: 'text[]',
  reason_salts: 'text[]',
  traceparents: 'text[]',
  macs: 'text[]',
} as const;

/**
 * Calls `append` with a lock timeout `$1` and its arguments from `$2` on, and `write_metadata` with the one behind them. It
 * answers a row without conflicts too, so that the transaction's id comes in the same round trip.
 */
export function appendSql(schema: string, withMetadata: boolean): string {
  const count = Object.keys(APPEND_ARGUMENTS).length;
  const values = Array.from({ length: count }, (_, index) => `$${index + 2}`).join(', ');
  // The first half of the join is run first: no lock is waited for beyond the deadline.
  const conflicts = `
    SELECT conflicts.* FROM (SELECT set_config('lock_timeout', coalesce($1, current_setting('lock_timeout')), true)) AS patience
    LEFT JOIN ${schema}.append(${values}) AS conflicts ON true`;
  const transaction = 'pg_current_xact_id_if_assigned()::text AS transaction';
  if (!withMetadata) return conflicts.replace('conflicts.*', `conflicts.*, ${transaction}`);
  return `
    WITH conflicts AS MATERIALIZED (${conflicts})
    SELECT conflicts.*, ${transaction}
    FROM ${schema}.write_metadata($${count + 2}, ARRAY(SELECT append FROM conflicts WHERE append IS NOT NULL))
    CROSS JOIN conflicts`;
}
