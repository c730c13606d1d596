import { UNFORCED_ROW, queryUnderLease, type Lease } from '@service/event-store';
import type { Pool } from 'pg';
import { LogMovedError, positionValues, storePositionsSql } from './commit-batch.js';
import type { SourcePositions } from './cut-page.js';
import type { TreeHead } from './log-state.js';

/** When a head was current, and for which transactions. */
export interface Reached {
  covered: bigint;
  /** Time of the database when it was read. */
  at: Date;
}

/**
 * The last step of a batch, in one statement: the checkpoint and the head. Rows that exist stay: they are the same, or of
 * a larger tree. A time ahead of the clock, which was set back, counts as now.
 * @throws LogMovedError where the log is another one, or smaller, or the lease is lost.
 */
export async function publishCheckpoint(
  pool: Pick<Pool, 'query'>,
  lease: Lease | null,
  schema: string,
  origin: string,
  { size, root }: TreeHead,
  note: string,
  { covered, at }: Reached,
): Promise<void> {
  const { rows } = await queryUnderLease<{ is_own: boolean }>(pool, lease, {
    name: `${schema}.publish`,
    text: (held) => `WITH state AS (
        SELECT FROM ${schema}.log_state AS own, ${UNFORCED_ROW}
        WHERE origin = $1 AND size >= $2 AND ${held} FOR SHARE OF own
      ), checkpoint AS (
        INSERT INTO ${schema}.log_checkpoints (tree_size, root, note)
        SELECT $2::bigint, $3::bytea, $4::text FROM state ON CONFLICT DO NOTHING
      ), head AS (
        INSERT INTO ${schema}.log_head AS h (tree_size, root, note, covered, at)
        SELECT $2::bigint, $3::bytea, $4::text, $5::xid8, $6::timestamptz FROM state
        ON CONFLICT (singleton) DO UPDATE SET tree_size = excluded.tree_size, root = excluded.root,
          note = excluded.note, covered = greatest(h.covered, excluded.covered), at = greatest(least(h.at, clock_timestamp()), excluded.at)
        WHERE h.tree_size <= excluded.tree_size
      )
      SELECT EXISTS (SELECT FROM state) AS is_own`,
    values: [origin, size, root, note, `${covered}`, at],
  });
  if (rows[0]?.is_own !== true) throw new LogMovedError('The log is not the one that was signed.');
}

/**
 * Confirms that a published head is still the newest one, though the log may have grown.
 * @throws LogMovedError where the head has another size, or the lease is lost.
 */
export async function confirmHead(
  pool: Pool,
  lease: Lease | null,
  schema: string,
  size: number,
): Promise<void> {
  const { rowCount } = await queryUnderLease(pool, lease, {
    name: `${schema}.confirm`,
    text: (held) => `UPDATE ${schema}.log_head SET at = clock_timestamp() FROM ${UNFORCED_ROW}
      WHERE tree_size = $1 AND ${held}`,
    values: [size],
  });
  if (rowCount !== 1) throw new LogMovedError('The head is not the one that was published.');
}

/**
 * Confirms that the head is current: there was nothing to sequence.
 * @throws LogMovedError where the log or its head has another size, or the lease is lost.
 */
export async function refreshHead(
  pool: Pool,
  lease: Lease | null,
  schema: string,
  log: { origin: string; size: number },
  positions: SourcePositions,
  { covered, at }: Reached,
): Promise<void> {
  const { rowCount } = await queryUnderLease(pool, lease, {
    name: `${schema}.refresh`,
    text: (held) => `WITH state AS (
        UPDATE ${schema}.log_state SET covered = $3 FROM ${UNFORCED_ROW}
        WHERE origin = $1 AND size = $2 AND ${held} RETURNING size
      ), positions AS (
        ${storePositionsSql(schema, 5)}
      )
      UPDATE ${schema}.log_head AS h SET covered = $3, at = $4 FROM state WHERE h.tree_size = state.size`,
    values: [log.origin, log.size, `${covered}`, at, ...positionValues(positions)],
  });
  if (rowCount !== 1) throw new LogMovedError('Another sequencer has continued the log.');
}
