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

interface LookRow {
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
  const ends = schemas.map(
    (schema, index) =>
      `(SELECT e.tx || '/' || e.pos FROM ${schema}.events AS e ORDER BY e.tx DESC, e.pos DESC LIMIT 1) AS end_${index}`,
  );
  const sentAt = performance.now();
  const { rows } = await client.query<LookRow>(
    `SELECT pg_snapshot_xmax(pg_current_snapshot())::text AS ahead,
        pg_snapshot_xmin(pg_current_snapshot()) = pg_snapshot_xmax(pg_current_snapshot())
          AND NOT pg_is_in_recovery() AS is_settled,
        ${['floor(extract(epoch FROM transaction_timestamp()) * 1000)::float8 AS read_at', ...ends].join(', ')}`,
  );
  const row = rows[0] as LookRow;
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
