import { EvidenceError } from '../evidence-error.js';
import { rootOfLeaves } from '../merkle/merkle-tree.js';
import { HASH_LENGTH } from '../merkle/hashing.js';
import type { TreeNode } from '../merkle/nodes.js';
import { spanOfNode } from './tile-nodes.js';
import { tileWidth, type TileAddress } from './tile-address.js';

/** The tiles of a log of a size that some nodes lie in, each once. */
export function tilesOfNodes(nodes: readonly TreeNode[], size: number): TileAddress[] {
  const tiles = new Map<string, TileAddress>();
  for (const node of nodes) {
    const { level, number } = spanOfNode(node).tile;
    const width = tileWidth(level, number, size);
    tiles.set(keyOf({ level, number }), { level, number, width });
  }
  return [...tiles.values()];
}

/** Tiles that were read, from which the hashes of complete nodes are computed. */
export class TileSet {
  private readonly tiles = new Map<string, Buffer>();

  /**
   * @param hashes of a tile, 32 bytes each, one behind the other; more than its width are cut, as a full tile is
   * answered in the place of a partial one.
   * @throws EvidenceError `tile.malformed` where they are fewer than its width, or one is cut.
   */
  add(tile: TileAddress, hashes: Uint8Array): void {
    const length = tile.width * HASH_LENGTH;
    if (hashes.length < length || hashes.length % HASH_LENGTH !== 0) {
      throw new EvidenceError(
        'tile.malformed',
        `Tile ${tile.level}/${tile.number} has not ${tile.width} hashes.`,
      );
    }
    this.tiles.set(keyOf(tile), Buffer.from(hashes.buffer, hashes.byteOffset, length));
  }

  /** Hash of a complete node. @throws RangeError where its tile was not added or does not reach it. */
  readonly hashOf = (node: TreeNode): Buffer => {
    const { tile, first, count } = spanOfNode(node);
    const hashes = this.tiles.get(keyOf(tile));
    if (hashes === undefined || (first + count) * HASH_LENGTH > hashes.length) {
      throw new RangeError(`The hashes of node ${node.level}/${node.number} are not at hand.`);
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
