import {
  EvidenceError,
  HASH_LENGTH,
  isDigest,
  parseCheckpoint,
  parseNote,
  readLogOrigin,
  sameHash,
  type Checkpoint,
  type Digest,
  type Frontier,
  type TileTree,
} from '@service/evidence';
import type { PoolClient } from 'pg';
import type { CheckpointSigner } from './checkpoint-signer.js';
import { GrownTree } from './grown-tree.js';
import type { Leaf } from './leaf-of.js';
import { LogRefusedError } from './log-refused-error.js';
import type { LogState, TreeHead } from './log-state.js';
import { storedTree } from './stored-tree.js';

/** A log that matches its published checkpoints, and the part of it that is not published yet. */
export interface SoundLog {
  frontier: Frontier;
  /** The leaves after the newest published checkpoint, possibly none. */
  unpublished: GrownTree;
}

/**
 * Compares a log with the checkpoints stored outside the database, and with its own tables.
 * @param stored notes of the stored checkpoints; they must have been read before the state.
 * @throws LogRefusedError where the log is smaller, another one, damaged, or signed by a key that is missing.
 */
export async function findSoundLog(
  client: PoolClient,
  schema: string,
  state: LogState,
  stored: readonly string[],
  signer: CheckpointSigner,
): Promise<SoundLog> {
  const tree = storedTree(client, schema, state.size);
  try {
    await requireRoot(tree, state, 'its tiles do not match its state');
    const checkpoint = newestStored(state.origin, stored, signer);
    if (checkpoint !== null) await requireRoot(tree, checkpoint, 'a checkpoint was stored of another tree');
    if (state.head !== null) await requireRoot(tree, state.head, 'its head is that of another tree');
    const published = storedTree(client, schema, state.head?.size ?? 0);
    const unpublished = new GrownTree(
      await published.frontier(),
      await readLeaves(client, schema, published.size),
    );
    if (unpublished.size !== state.size || !sameHash(unpublished.root, state.root)) {
      throw new LogRefusedError('The log is not sound: its leaves are not those of its state.');
    }
    return { frontier: unpublished.frontier, unpublished };
  } catch (error) {
    if (!(error instanceof EvidenceError)) throw error;
    throw new LogRefusedError(`The log is not sound: ${error.message}`, { cause: error });
  }
}

async function requireRoot(tree: TileTree, { size, root }: TreeHead, otherwise: string): Promise<void> {
  if (size > tree.size) {
    throw new LogRefusedError(`The log has ${tree.size} entries, and ${size} were published: it went back.`);
  }
  if (!sameHash(await tree.root(size), root))
    throw new LogRefusedError(`The log is not sound: ${otherwise}.`);
}

/** The newest stored checkpoint of this log; null where there is none, or only of logs before it. */
function newestStored(
  origin: string,
  stored: readonly string[],
  signer: CheckpointSigner,
): Checkpoint | null {
  const own = readLogOrigin(origin);
  let newest: { note: string; size: number } | null = null;
  for (const note of stored) {
    const { origin: signed, size } = parseCheckpoint(parseNote(note).text);
    const { first, recoveries } = readLogOrigin(signed);
    if (first !== own.first || recoveries > own.recoveries) {
      throw new LogRefusedError(`The log is ${origin}, and a checkpoint was stored of ${signed}.`);
    }
    if (recoveries < own.recoveries || (newest !== null && newest.size > size)) continue;
    newest = { note, size };
  }
  return newest === null ? null : signer.open(newest.note);
}

async function readLeaves(client: PoolClient, schema: string, from: number): Promise<Leaf[]> {
  const { rows } = await client.query<{
    slot: Buffer;
    digest: Buffer;
    subject_id: string;
    sequence: number;
  }>(`SELECT slot, digest, subject_id, sequence FROM ${schema}.log_leaves WHERE index >= $1 ORDER BY index`, [
    from,
  ]);
  return rows.map(({ slot, digest, subject_id, sequence }) => {
    const text: Digest = `sha256:${digest.toString('hex')}`;
    if (slot.length !== HASH_LENGTH || !isDigest(text))
      throw new LogRefusedError('A leaf of the log was changed.');
    return { slot, digest: text, subjectId: subject_id, sequence };
  });
}
