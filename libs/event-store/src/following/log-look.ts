import type { ClientBase } from 'pg';
import type { Moment } from './read-moments.js';

/** What one statement shows of several logs: where each ends, and up to when that holds. */
export interface LogLook {
  moment: Moment;
  /** Id of the next transaction. */
  ahead: bigint;
  /** Whether every transaction below it had ended, on a server that is not in recovery. */
  isSettled: boolean;
  /** Transaction and position of each log's last event, by the log's schema; zeros for an empty log. */
  ends: ReadonlyMap<string, { tx: string; pos: string }>;
}

/** What `lookColumns` give. */
export interface LookRow {
  ahead: string;
  is_settled: boolean;
  read_at: number;
  [end: `end_${number}`]: string | null;
}

/**
 * Looks where logs end. Run it outside of a transaction.
 * @param schemas of the event tables, or of their published views.
 */
export async function lookAtLogs(
  client: Pick<ClientBase, 'query'>,
  schemas: readonly string[],
): Promise<LogLook> {
  const sentAt = performance.now();
  const { rows } = await client.query<LookRow>(`SELECT ${lookColumns(schemas)}`);
  return lookOf(rows[0] as LookRow, schemas, sentAt);
}

/** The columns of a look. Their statement must be the first of its transaction, and the only one. */
export function lookColumns(schemas: readonly string[]): string {
  const ends = schemas.map(
    (schema, index) =>
      `(SELECT e.tx || '/' || e.pos FROM ${schema}.events AS e ORDER BY e.tx DESC, e.pos DESC LIMIT 1) AS end_${index}`,
  );
  return `pg_snapshot_xmax(pg_current_snapshot())::text AS ahead,
    pg_snapshot_xmin(pg_current_snapshot()) = pg_snapshot_xmax(pg_current_snapshot())
      AND NOT pg_is_in_recovery() AS is_settled,
    ${['floor(extract(epoch FROM transaction_timestamp()) * 1000)::float8 AS read_at', ...ends].join(', ')}`;
}

/** @param sentAt milliseconds of the monotonic clock, before the statement was sent. */
export function lookOf(row: LookRow, schemas: readonly string[], sentAt: number): LogLook {
  return {
    moment: { sentAt, readAt: row.read_at },
    ahead: BigInt(row.ahead),
    isSettled: row.is_settled,
    ends: new Map(
      schemas.map((schema, index) => {
        const [tx = '0', pos = '0'] = row[`end_${index}`]?.split('/') ?? [];
        return [schema, { tx, pos }];
      }),
    ),
  };
}
