import { EvidenceError } from '../evidence-error.js';
import { rootOfLeaves } from '../merkle/merkle-tree.js';
import { HASH_LENGTH } from '../merkle/hashing.js';
import type { TreeNode } from '../merkle/nodes.js';
import { spanOfNode } from './tile-nodes.js';
import { tileWidth, type TileAddress } from './tile-address.js';

/** The distinct tiles that contain some nodes in a log of a size. */
export function tilesOfNodes(nodes: readonly TreeNode[], size: number): TileAddress[] {
  const tiles = new Map<string, TileAddress>();
  for (const node of nodes) {
    const { level, number } = spanOfNode(node).tile;
    const width = tileWidth(level, number, size);
    tiles.set(keyOf({ level, number }), { level, number, width });
  }
  return [...tiles.values()];
}

/** Computes the hashes of complete nodes from tiles. */
export class TileSet {
  private readonly tiles = new Map<string, Uint8Array>();

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
    this.tiles.set(keyOf(tile), hashes.subarray(0, length));
  }

  /** Hash of a complete node. @throws RangeError where its tile was not added or does not reach it. */
  readonly hashOf = (node: TreeNode): Uint8Array => {
    const { tile, first, count } = spanOfNode(node);
    const hashes = this.tiles.get(keyOf(tile));
    if (hashes === undefined || (first + count) * HASH_LENGTH > hashes.length) {
      throw new RangeError(`The hashes of node ${node.level}/${node.number} were not added.`);
    }
    const leaves = Array.from({ length: count }, (_, at) =>
      hashes.subarray((first + at) * HASH_LENGTH, (first + at + 1) * HASH_LENGTH),
    );
    return rootOfLeaves(leaves);
  };
}

function keyOf({ level, number }: Omit<TileAddress, 'width'>): string {
  return `${level}/${number}`;
}
