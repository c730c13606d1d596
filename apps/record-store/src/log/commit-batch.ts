import { digestBytes, tileAppends, type TileAppend } from '@service/evidence';
import pg, { type PoolClient } from 'pg';
import type { GrownTree } from './grown-tree.js';
import { LogRefusedError } from './log-refused-error.js';
import type { SourcePositions } from './waiting-elements.js';

/**
 * Thrown where the tables have changed since this sequencer wrote them: another one has continued, and this
 * one's state is stale.
 */
export class LogMovedError extends Error {
  override readonly name = 'LogMovedError';
}

const HASH = 32;

/**
 * The first step of a batch, in one transaction: leaves, tiles, positions, and the state.
 * @throws LogMovedError where the log's size is not the size of the tree before.
 * @throws LogRefusedError where a slot or an index is taken.
 */
export async function commitBatch(
  client: PoolClient,
  schema: string,
  origin: string,
  tree: GrownTree,
  reached: { positions: SourcePositions; covered: bigint },
): Promise<void> {
  // First: the second of two sequencers waits here, and then finds that its state is stale.
  const { rowCount } = await client.query(
    `UPDATE ${schema}.log_state SET size = $1, root = $2, covered = $3 WHERE size = $4 AND origin = $5`,
    [tree.size, tree.root, `${reached.covered}`, tree.first, origin],
  );
  if (rowCount !== 1) throw new LogMovedError('Another sequencer has continued the log.');
  await insertLeaves(client, schema, tree);
  await writeTiles(client, schema, tileAppends(tree.completed));
  await storePositions(client, schema, reached.positions);
}

async function insertLeaves(client: PoolClient, schema: string, tree: GrownTree): Promise<void> {
  const { leaves, first } = tree;
  try {
    const inserted = client.query({
      name: `${schema}.insert_leaves`,
      text: `INSERT INTO ${schema}.log_leaves (index, slot, digest, subject_id, sequence)
        SELECT $1::bigint + n - 1, substr($2::bytea, (n::integer - 1) * ${HASH} + 1, ${HASH}),
          substr($3::bytea, (n::integer - 1) * ${HASH} + 1, ${HASH}), subject_id, sequence
        FROM unnest($4::text[], $5::integer[]) WITH ORDINALITY AS leaf(subject_id, sequence, n)`,
      values: [
        first,
        Buffer.concat(leaves.map(({ slot }) => slot)),
        Buffer.concat(leaves.map(({ digest }) => digestBytes(digest))),
        leaves.map(({ subjectId }) => subjectId),
        leaves.map(({ sequence }) => sequence),
      ],
    });
    // Compute the proofs of the last step now, while the database writes.
    if (leaves.length > 1) void tree.inclusionProofs;
    await inserted;
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || error.code !== UNIQUE_VIOLATION) throw error;
    throw new LogRefusedError(
      `A slot or an index of the log is taken (${error.detail ?? error.message}): a history was forked, or an element was changed after it was logged.`,
      { cause: error },
    );
  }
}

const UNIQUE_VIOLATION = '23505';

async function writeTiles(client: PoolClient, schema: string, appends: readonly TileAppend[]): Promise<void> {
  const [grown, fresh] = [
    appends.filter(({ first }) => first > 0),
    appends.filter(({ first }) => first === 0),
  ];
  if (grown.length > 0) {
    const { rowCount } = await client.query({
      name: `${schema}.extend_tiles`,
      text: `UPDATE ${schema}.log_tiles AS t SET hashes = t.hashes || substr($1::bytea, a.at, a.length)
        FROM unnest($2::smallint[], $3::bigint[], $4::integer[], $5::integer[], $6::integer[])
          AS a(level, number, at, length, first)
        WHERE t.level = a.level AND t.number = a.number AND octet_length(t.hashes) = a.first * ${HASH}`,
      values: [...packed(grown), grown.map(({ first }) => first)],
    });
    if (rowCount !== grown.length) {
      throw new LogRefusedError('A tile of the log has more or fewer hashes than the tree needs.');
    }
  }
  if (fresh.length > 0) {
    await client.query({
      name: `${schema}.insert_tiles`,
      text: `INSERT INTO ${schema}.log_tiles (level, number, hashes)
        SELECT level, number, substr($1::bytea, at, length)
        FROM unnest($2::smallint[], $3::bigint[], $4::integer[], $5::integer[])
          AS a(level, number, at, length)`,
      values: packed(fresh),
    });
  }
}

/** All hashes concatenated, and the position of each tile's hashes in them, from 1. */
function packed(appends: readonly TileAppend[]): unknown[] {
  const places: number[] = [];
  let place = 1;
  for (const { hashes } of appends) {
    places.push(place);
    place += hashes.length;
  }
  return [
    Buffer.concat(appends.map(({ hashes }) => hashes)),
    appends.map(({ level }) => level),
    appends.map(({ number }) => number),
    places,
    appends.map(({ hashes }) => hashes.length),
  ];
}

/** Stores how far the event tables were read. */
export async function storePositions(
  client: PoolClient,
  schema: string,
  positions: SourcePositions,
): Promise<void> {
  const each = [...positions];
  await client.query({
    name: `${schema}.keep_positions`,
    text: `INSERT INTO ${schema}.log_positions (source, tx, pos)
      SELECT * FROM unnest($1::text[], $2::text[]::xid8[], $3::bigint[])
      ON CONFLICT (source) DO UPDATE SET tx = excluded.tx, pos = excluded.pos`,
    values: [each.map(([source]) => source), each.map(([, { tx }]) => tx), each.map(([, { pos }]) => pos)],
  });
}
