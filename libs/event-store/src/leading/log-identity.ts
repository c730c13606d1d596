import type { Pool, PoolClient } from 'pg';
import { lookColumns, lookOf, type LogLook, type LookRow } from '../following/log-look.js';

/**
 * Shows that a log's database went back in time: the server that wrote it, and a count that rises every half
 * second and is also stored outside the database.
 */
export interface LogIdentity {
  /** Rises when the database was restored, promoted or moved; part of every position. */
  epoch: number;
  beat: string;
}

/**
 * The cluster and its timeline: they change with a restored backup or a promoted standby. The timeline is that of the WAL
 * that is written now: `pg_control_checkpoint` tells the one before until the first checkpoint after a promotion is over.
 */
const SERVER = `(SELECT system_identifier || '/' || ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::integer
  FROM pg_control_system())`;

/**
 * The identity for a new leader. Where the server has changed, or the identity stored outside is ahead of the log's,
 * the epoch rises above both.
 * @param remembered the identity that was last stored outside; null where there is none.
 */
export async function assumeIdentity(
  database: Pool | PoolClient,
  schema: string,
  remembered: LogIdentity | null,
): Promise<LogIdentity & { raised: boolean }> {
  const { rows } = await database.query<LogIdentity & { raised: boolean }>(
    `UPDATE ${schema}.log_identity AS stored SET
       epoch = CASE WHEN was.back THEN greatest(stored.epoch, $1) + 1 ELSE greatest(stored.epoch, $1) END,
       beat = greatest(stored.beat, $2) + 1,
       server = ${SERVER}
     FROM (
       SELECT server <> ${SERVER} OR epoch < $1 OR (epoch = $1 AND beat < $2) AS back
       FROM ${schema}.log_identity
       -- Another leader may be raising it at this moment: wait for it, and compare with what it wrote.
       FOR UPDATE
     ) AS was
     RETURNING stored.epoch, stored.beat::text, coalesce(was.back, false) AS raised`,
    [remembered?.epoch ?? 0, remembered?.beat ?? '0'],
  );
  return rows[0] as LogIdentity & { raised: boolean };
}

/** The identity after a count, and what the same statement shows of the log. */
export interface CountedBeat {
  identity: LogIdentity;
  look: LogLook;
}

/**
 * Raises the count, and looks where the log ends. Null where another leader has changed the identity, or where the server is
 * another one: a standby that was promoted may have the last count, and lack what was committed after it.
 */
export async function countBeat(
  pool: Pool,
  schema: string,
  { epoch, beat }: LogIdentity,
): Promise<CountedBeat | null> {
  const sentAt = performance.now();
  const { rows } = await pool.query<LogIdentity & LookRow>({
    name: `${schema}.count_beat`,
    text: `UPDATE ${schema}.log_identity SET beat = beat + 1
     WHERE epoch = $1 AND beat = $2 AND server = ${SERVER}
     RETURNING epoch, beat::text, ${lookColumns([schema])}`,
    values: [epoch, beat],
  });
  const [row] = rows;
  if (row === undefined) return null;
  return { identity: { epoch: row.epoch, beat: row.beat }, look: lookOf(row, [schema], sentAt) };
}
