import { EvidenceError } from '../evidence-error.js';
import { rootOfLeaves } from '../merkle/merkle-tree.js';
import { HASH_LENGTH } from '../merkle/hashing.js';
import type { TreeNode } from '../merkle/nodes.js';
import { spanOfNode } from './tile-nodes.js';
import { tileWidth, type TileAddress } from './tile-address.js';

/** The distinct tiles of a height that contain some nodes in a log of a size. */
export function tilesOfNodes(nodes: readonly TreeNode[], size: number, height: number): TileAddress[] {
  const tiles = new Map<string, TileAddress>();
  for (const node of nodes) {
    const { level, number } = spanOfNode(node, height).tile;
    const width = tileWidth(level, number, size, height);
    tiles.set(keyOf({ level, number }), { level, number, width });
  }
  return [...tiles.values()];
}

/** Inner nodes that were computed from a tile's bytes, by first hash and count: many proofs share them. */
const computed = new WeakMap<Uint8Array, Map<string, Uint8Array>>();

/** Computes the hashes of complete nodes from tiles of a height. The bytes of a tile must not change. */
export class TileSet {
  private readonly tiles = new Map<string, { hashes: Uint8Array; length: number }>();

  constructor(private readonly height: number) {}

  /**
   * @param hashes of a tile, 32 bytes each, concatenated. Hashes beyond its width are ignored, because a log may answer
   * a full tile instead of a partial one.
   * @throws EvidenceError `tile.malformed` where there are fewer hashes than its width, or one is incomplete.
   */
  add(tile: TileAddress, hashes: Uint8Array): void {
    const length = tile.width * HASH_LENGTH;
    if (hashes.length < length || hashes.length % HASH_LENGTH !== 0) {
      throw new EvidenceError(
        'tile.malformed',
        `Tile ${tile.level}/${tile.number} does not have ${tile.width} hashes.`,
      );
    }
    this.tiles.set(keyOf(tile), { hashes, length });
  }

  /** Hash of a complete node. @throws RangeError where its tile was not added or does not reach it. */
  readonly hashOf = (node: TreeNode): Uint8Array => {
    const { tile, first, count } = spanOfNode(node, this.height);
    const added = this.tiles.get(keyOf(tile));
    if (added === undefined || (first + count) * HASH_LENGTH > added.length) {
      throw new RangeError(`The hashes of node ${node.level}/${node.number} were not added.`);
    }
    return rootOfSpan(added.hashes, first, count);
  };
}

function rootOfSpan(hashes: Uint8Array, first: number, count: number): Uint8Array {
  const hashAt = (at: number): Uint8Array => hashes.subarray(at * HASH_LENGTH, (at + 1) * HASH_LENGTH);
  if (count === 1) return hashAt(first);
  const known = computed.get(hashes) ?? new Map<string, Uint8Array>();
  computed.set(hashes, known);
  const span = `${first}+${count}`;
  const root = known.get(span) ?? rootOfLeaves(Array.from({ length: count }, (_, at) => hashAt(first + at)));
  known.set(span, root);
  return root;
}

function keyOf({ level, number }: Omit<TileAddress, 'width'>): string {
  return `${level}/${number}`;
}
