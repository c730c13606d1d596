import type { PoolClient } from 'pg';
import { storePositions, LogMovedError } from './commit-batch.js';
import type { GrownTree } from './grown-tree.js';
import type { SourcePositions } from './waiting-elements.js';

/** When a head was current, and for which transactions. */
export interface Reached {
  covered: bigint;
  /** Time of the database when it was read. */
  at: Date;
}

/**
 * The last step of a batch, in one transaction: the checkpoint, the receipts of its leaves, the head. Rows that
 * exist stay: they are the same, or of a larger tree.
 * @throws LogMovedError where the log is another one, or smaller.
 */
export async function publishCheckpoint(
  client: PoolClient,
  schema: string,
  origin: string,
  tree: GrownTree,
  note: string,
  { covered, at }: Reached,
): Promise<void> {
  const { rowCount } = await client.query(
    `SELECT FROM ${schema}.log_state WHERE origin = $1 AND size >= $2 FOR SHARE`,
    [origin, tree.size],
  );
  if (rowCount !== 1) throw new LogMovedError('The log is not the one that was signed.');
  await client.query(
    `INSERT INTO ${schema}.log_checkpoints (tree_size, root, note) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`,
    [tree.size, tree.root, note],
  );
  if (tree.leaves.length > 0) await insertReceipts(client, schema, tree);
  await client.query(
    `INSERT INTO ${schema}.log_head AS h (tree_size, root, note, covered, at) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (singleton) DO UPDATE SET tree_size = excluded.tree_size, root = excluded.root,
       note = excluded.note, covered = greatest(h.covered, excluded.covered), at = greatest(h.at, excluded.at)
     WHERE h.tree_size <= excluded.tree_size`,
    [tree.size, tree.root, note, `${covered}`, at],
  );
}

async function insertReceipts(client: PoolClient, schema: string, tree: GrownTree): Promise<void> {
  const proofs = tree.inclusionProofs;
  const places: number[] = [];
  let place = 1;
  for (const proof of proofs) {
    places.push(place);
    place += proof.length;
  }
  await client.query({
    name: `${schema}.insert_receipts`,
    text: `INSERT INTO ${schema}.log_receipts (subject_id, sequence, log_index, tree_size, proof)
      SELECT subject_id, sequence, $1::bigint + n - 1, $2::bigint, substr($3::bytea, at, length)
      FROM unnest($4::text[], $5::integer[], $6::integer[], $7::integer[])
        WITH ORDINALITY AS r(subject_id, sequence, at, length, n)
      ON CONFLICT DO NOTHING`,
    values: [
      tree.first,
      tree.size,
      Buffer.concat(proofs),
      tree.leaves.map(({ subjectId }) => subjectId),
      tree.leaves.map(({ sequence }) => sequence),
      places,
      proofs.map(({ length }) => length),
    ],
  });
}

/** Confirms that a published head is still the newest one, though the log may have grown. */
export async function confirmHead(client: PoolClient, schema: string, size: number): Promise<void> {
  await client.query(
    `UPDATE ${schema}.log_head SET at = greatest(at, clock_timestamp()) WHERE tree_size = $1`,
    [size],
  );
}

/**
 * Confirms that the head is current: there was nothing to sequence.
 * @throws LogMovedError where the log or its head has another size.
 */
export async function refreshHead(
  client: PoolClient,
  schema: string,
  log: { origin: string; size: number },
  positions: SourcePositions,
  { covered, at }: Reached,
): Promise<void> {
  const { rowCount } = await client.query(
    `WITH state AS (
       UPDATE ${schema}.log_state SET covered = $3 WHERE origin = $1 AND size = $2 RETURNING size
     )
     UPDATE ${schema}.log_head AS h SET covered = $3, at = $4 FROM state WHERE h.tree_size = state.size`,
    [log.origin, log.size, `${covered}`, at],
  );
  if (rowCount !== 1) throw new LogMovedError('Another sequencer has continued the log.');
  await storePositions(client, schema, positions);
}
