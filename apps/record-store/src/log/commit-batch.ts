import { HASH_LENGTH, STORED_HEIGHT, digestBytes, tileAppends } from '@service/evidence';
import { queryUnderLease, type Lease } from '@service/event-store';
import pg, { type Pool } from 'pg';
import type { SourcePositions } from './cut-page.js';
import type { GrownTree } from './grown-tree.js';
import { LogRefusedError } from './log-refused-error.js';

/**
 * Thrown where the tables have changed since this sequencer wrote them: another one has continued, and this
 * one's state is stale.
 */
export class LogMovedError extends Error {
  override readonly name = 'LogMovedError';
}

/** Thrown where the log has a slot already, or a batch has it twice: nothing of the batch is in the log. */
export class SlotTakenError extends Error {
  override readonly name = 'SlotTakenError';
}

const UNIQUE_VIOLATION = '23505';
const SLOTS = 'log_slots_occur_once';

/**
 * The first step of a batch, in one statement: state, leaves, tiles and positions.
 * @throws LogMovedError where the log's size is not the size of the tree before, or the lease is lost.
 * @throws SlotTakenError where a slot is taken.
 * @throws LogRefusedError where an index is taken, or a tile is not the one of the tree before.
 */
export async function commitBatch(
  pool: Pick<Pool, 'query'>,
  lease: Lease | null,
  schema: string,
  origin: string,
  tree: GrownTree,
  { positions, covered }: { positions: SourcePositions; covered: bigint },
): Promise<void> {
  const { leaves, first, size, root } = tree;
  const tiles = tileAppends(tree.completed, STORED_HEIGHT);
  const values = [
    origin,
    first,
    size,
    root,
    `${covered}`,
    Buffer.concat(leaves.map(({ slot }) => slot)),
    Buffer.concat(leaves.map(({ digest }) => digestBytes(digest))),
    leaves.map(({ subjectId }) => subjectId),
    leaves.map(({ sequence }) => sequence),
    tiles.map(({ level }) => level),
    tiles.map(({ number }) => number),
    tiles.map((tile) => tile.first),
    tiles.map(({ hashes }) => hashes.length / HASH_LENGTH),
    Buffer.concat(tiles.map(({ hashes }) => hashes)),
    ...positionValues(positions),
  ];
  const { rows } = await written(
    queryUnderLease<Written>(pool, lease, { name: `${schema}.commit`, text: commitSql(schema), values }),
  );
  if (rows[0]?.is_own !== true) throw new LogMovedError('Another sequencer has continued the log.');
  if (rows[0].grown !== tiles.filter((tile) => tile.first > 0).length) {
    throw new LogRefusedError('A tile of the log has more or fewer hashes than the tree needs.');
  }
}

interface Written {
  /** Whether the state was that of the tree before. */
  is_own: boolean;
  /** Number of tiles that had hashes already, as many as the tree before. */
  grown: number;
}

/** The second of two sequencers waits for the row of the state, and then finds that its own is stale. */
const commitSql = (schema: string) => (held: string) => `WITH state AS (
      UPDATE ${schema}.log_state SET size = $3, root = $4, covered = $5
      WHERE origin = $1 AND size = $2 AND ${held} RETURNING size
    ), leaves AS (
      INSERT INTO ${schema}.log_leaves (index, slot, digest, subject_id, sequence)
      SELECT $2::bigint + n - 1, substr($6::bytea, (n::integer - 1) * ${HASH_LENGTH} + 1, ${HASH_LENGTH}),
        substr($7::bytea, (n::integer - 1) * ${HASH_LENGTH} + 1, ${HASH_LENGTH}), subject_id, sequence
      FROM state, unnest($8::text[], $9::integer[]) WITH ORDINALITY AS leaf(subject_id, sequence, n)
    ), appends AS (
      SELECT level, number, first, substr($14::bytea,
        (sum(width) OVER (ORDER BY n) - width)::integer * ${HASH_LENGTH} + 1, width * ${HASH_LENGTH}) AS hashes
      FROM state, unnest($10::smallint[], $11::bigint[], $12::integer[], $13::integer[])
        WITH ORDINALITY AS append(level, number, first, width, n)
    ), grown AS (
      UPDATE ${schema}.log_tiles AS t SET hashes = t.hashes || a.hashes FROM appends AS a
      WHERE t.level = a.level AND t.number = a.number AND a.first > 0 AND octet_length(t.hashes) = a.first * ${HASH_LENGTH}
      RETURNING t.level
    ), fresh AS (
      INSERT INTO ${schema}.log_tiles (level, number, hashes) SELECT level, number, hashes FROM appends WHERE first = 0
    ), positions AS (
      ${storePositionsSql(schema, 15)}
    )
    SELECT EXISTS (SELECT FROM state) AS is_own, (SELECT count(*)::integer FROM grown) AS grown`;

/**
 * Statement that stores how far the event tables were read, if the statement before it found a `state`.
 * @param at number of its first parameter: sources, transactions and positions.
 */
export function storePositionsSql(schema: string, at: number): string {
  return `INSERT INTO ${schema}.log_positions (source, tx, pos)
    SELECT p.* FROM state, unnest($${at}::text[], $${at + 1}::text[]::xid8[], $${at + 2}::bigint[]) AS p(source, tx, pos)
    ON CONFLICT (source) DO UPDATE SET tx = excluded.tx, pos = excluded.pos`;
}

/** The parameters of that statement. */
export function positionValues(positions: SourcePositions): unknown[] {
  const each = [...positions];
  return [each.map(([source]) => source), each.map(([, { tx }]) => tx), each.map(([, { pos }]) => pos)];
}

async function written<Result>(query: Promise<Result>): Promise<Result> {
  try {
    return await query;
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || error.code !== UNIQUE_VIOLATION) throw error;
    const cause = { cause: error };
    if (error.constraint === SLOTS) throw new SlotTakenError(error.detail, cause);
    throw new LogRefusedError(`An index of the log is taken (${error.detail ?? error.message}).`, cause);
  }
}
