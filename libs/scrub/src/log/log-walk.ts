import {
  EMPTY_FRONTIER,
  EvidenceError,
  extendFrontier,
  logVerifiers,
  rootOfFrontier,
  sameHash,
  STORED_HEIGHT,
  STORED_WIDTH,
  TileTree,
  type Frontier,
  type KeyRing,
  type NoteVerifier,
  type TileAddress,
} from '@service/evidence';
import { Batcher } from '@service/platform/batching';
import type { PoolClient } from 'pg';
import { differenceInLog, type Difference, type LeafRange } from '../difference.js';
import type { Walk } from '../walk.js';
import { compareLeaf, hashOfRow } from './compare-leaf.js';
import { judgeCheckpoint } from './compare-checkpoint.js';
import {
  readBeyond,
  readCheckpoints,
  readLeaves,
  readState,
  readTiles,
  type CheckpointRow,
  type LeafRow,
  type LogState,
} from './read-log.js';
import { StoredTiles, tilesOver } from './stored-tiles.js';

/** The position of a walk in the log. */
interface Place {
  /** Frontier of the leaves so far. */
  frontier: Frontier;
  /** Size of the last checkpoint so far; -1 before the first. */
  checkpoint: number;
  /** Whether a key of the ring has signed a checkpoint; then all later ones must be signed as well. */
  signed: boolean;
  origin: string | null;
  /** Checkpoints whose root differs from that of the leaves. */
  otherRoots: number;
}

const EMPTY = new Uint8Array();
const START: Place = { frontier: EMPTY_FRONTIER, checkpoint: -1, signed: false, origin: null, otherRoots: 0 };
/** Most differing checkpoints whose leaves are reported; with more, an earlier fault is likely. */
const OTHER_ROOTS_TOLD = 20;

/**
 * Walks the transparency log and compares each leaf with its event, then all tiles, every checkpoint, and at
 * the end the root. Only the events' texts are trusted.
 */
export class LogWalk implements Walk {
  private at = START;
  private next: Place | null = null;
  size = 0;

  /**
   * @param pageSize leaves, a multiple of 16.
   * @param newest how many of the newest leaves to compare, a multiple of 16. The tiles stand for the leaves before them: with
   * other tiles, the log has another root at its end.
   */
  constructor(
    private readonly keys: KeyRing,
    private readonly pageSize: number,
    private readonly newest = Infinity,
  ) {}

  async look(client: PoolClient): Promise<Difference[]> {
    this.next = null;
    const state = await readState(client);
    if (state === null || state.origin !== (this.at.origin ?? state.origin)) return [];
    if (this.at === START && state.size > this.newest) {
      const from = Math.floor((state.size - this.newest) / STORED_WIDTH) * STORED_WIDTH;
      const frontier = await readFrontier(client, from);
      if (frontier === null)
        return [differenceInLog('tile', `a tile before leaf ${from} is missing or damaged`)];
      this.at = { ...START, origin: state.origin, frontier, checkpoint: from };
    }
    const first = this.at.frontier.size;
    const below = Math.min(first + this.pageSize, state.size);
    if (below < first) return [differenceInLog('leaf', `by its state the log ends before leaf ${below}`)];
    const leaves = await readLeaves(client, first, below);
    this.size = leaves.length;
    const stored = new StoredTiles(
      await readTiles(client, tilesOver({ first, below }, state.size)),
      state.size,
    );
    const place = { ...this.at, origin: state.origin };
    const differences = [
      ...findMissing(leaves, first, below),
      ...leaves.flatMap((leaf) => compareLeaf(leaf, state.origin)),
    ];
    const hashes = believedHashes(leaves, { first, below }, stored, (all) => {
      return sameHash(rootOfFrontier(extendFrontier(place.frontier, all).frontier), state.root);
    });
    const verifiers = logVerifiers(this.keys, state.origin);
    const checkpoints = await readCheckpoints(client, Math.max(place.checkpoint, first - 1), below);
    for (const checkpoint of checkpoints) {
      differences.push(
        ...grow(place, hashes.slice(place.frontier.size - first, checkpoint.size - first), stored),
      );
      differences.push(...this.compareCheckpoint(place, checkpoint, state, verifiers));
    }
    differences.push(...grow(place, hashes.slice(place.frontier.size - first), stored));
    if (below < state.size) this.next = place;
    else differences.push(...(await this.compareEnd(client, place, state, verifiers)));
    return differences;
  }

  advance(): boolean {
    if (this.next === null) return false;
    this.at = this.next;
    return true;
  }

  private compareCheckpoint(
    place: Place,
    row: CheckpointRow,
    { origin, head }: LogState,
    verifiers: readonly NoteVerifier[],
  ): Difference[] {
    const root = rootOfFrontier(place.frontier);
    const { wrong, signed } = judgeCheckpoint(row, root, { origin, verifiers }, place.signed);
    // A checkpoint concerns the receipts since the previous one, and the newest checkpoint concerns every answer.
    const range = { first: Math.max(place.checkpoint, 0), below: row.size };
    if (!sameHash(row.root, root)) place.otherRoots += 1;
    place.signed ||= signed;
    place.checkpoint = row.size;
    if (place.otherRoots > OTHER_ROOTS_TOLD) {
      return [differenceInLog('checkpoint', 'many checkpoints have roots that are not those of the leaves')];
    }
    const concerned = row.size === head?.size ? null : range;
    return wrong.map((what) =>
      differenceInLog('checkpoint', `the checkpoint of ${row.size}: ${what}`, concerned),
    );
  }

  private async compareEnd(
    client: PoolClient,
    { frontier, signed }: Place,
    { origin, size, root, head }: LogState,
    verifiers: readonly NoteVerifier[],
  ): Promise<Difference[]> {
    const inState = sameHash(rootOfFrontier(frontier), root)
      ? []
      : ['the log’s root is not that of its leaves'];
    const inHead = await this.compareHead(client, head, { origin, size, verifiers, signed });
    const beyond = await readBeyond(client, size);
    return [...inState, ...inHead, ...beyond].map((what) => differenceInLog('checkpoint', what));
  }

  /** The head must be the checkpoint of its size, which was compared with the leaves. */
  private async compareHead(
    client: PoolClient,
    head: CheckpointRow | null,
    log: { origin: string; size: number; verifiers: readonly NoteVerifier[]; signed: boolean },
  ): Promise<string[]> {
    if (head === null) return [];
    if (head.size > log.size) return [`the head is of ${head.size} leaves, and the log has ${log.size}`];
    const [checkpoint] = await readCheckpoints(client, head.size - 1, head.size);
    if (checkpoint === undefined) return [`the head’s checkpoint of ${head.size} is missing`];
    // A restored copy has no keys to check the signature with; `rvs log monitor` checks it.
    const mustBeSigned = log.verifiers.length > 0;
    return judgeCheckpoint(head, checkpoint.root, log, mustBeSigned).wrong.map((what) => `the head: ${what}`);
  }
}

/** The frontier of the first leaves of the log, read from its tiles; null where a tile is missing. */
async function readFrontier(client: PoolClient, size: number): Promise<Frontier | null> {
  const read = async (wanted: readonly TileAddress[]) => {
    const tiles = await readTiles(client, wanted);
    const hashesOf = ({ level, number }: TileAddress) =>
      tiles.find((tile) => tile.level === level && tile.number === number)?.hashes ?? EMPTY;
    return wanted.map(hashesOf);
  };
  const reads = new Batcher(read, { maxBatch: 100, maxInFlight: 1 });
  const tree = new TileTree(size, (tile) => reads.submit(tile), STORED_HEIGHT);
  try {
    return await tree.frontier();
  } catch (error) {
    if (error instanceof EvidenceError) return null;
    throw error;
  }
}

/** Appends leaves, and compares the tiles with the nodes that become complete. */
function grow(place: Place, hashes: readonly Uint8Array[], stored: StoredTiles): Difference[] {
  if (hashes.length === 0) return [];
  const { frontier, completed } = extendFrontier(place.frontier, hashes);
  place.frontier = frontier;
  return stored.compare(completed);
}

/** @param fitsLog whether the leaves up to the end of the log lead to its root. */
function believedHashes(
  leaves: readonly LeafRow[],
  { first, below }: LeafRange,
  stored: StoredTiles,
  fitsLog: (hashes: readonly Uint8Array[]) => boolean,
): Uint8Array[] {
  const rows = new Map(leaves.map((leaf) => [leaf.index, hashOfRow(leaf)]));
  const hashes: Uint8Array[] = [];
  for (let begin = first; begin < below; begin += STORED_WIDTH) {
    const count = Math.min(STORED_WIDTH, below - begin);
    const own = Array.from({ length: count }, (_, at) => rows.get(begin + at) ?? null);
    const fits = (block: readonly Uint8Array[]): boolean => fitsLog([...hashes, ...block]);
    hashes.push(...stored.believed(begin, own, fits));
  }
  return hashes;
}

function findMissing(leaves: readonly LeafRow[], first: number, below: number): Difference[] {
  const there = new Set(leaves.map(({ index }) => index));
  const missing: Difference[] = [];
  for (let index = first; index < below; index += 1) {
    if (!there.has(index)) {
      missing.push(differenceInLog('leaf', `leaf ${index} is missing`, { first: index, below: index + 1 }));
    }
  }
  return missing;
}
