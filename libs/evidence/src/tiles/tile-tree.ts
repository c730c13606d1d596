import { EMPTY_ROOT } from '../merkle/hashing.js';
import { frontierOf, type Frontier } from '../merkle/frontier.js';
import { requireSize, type TreeNode } from '../merkle/nodes.js';
import {
  consistencySteps,
  foldNodes,
  inclusionSteps,
  nodesOfSteps,
  proofOf,
  rootNodes,
  type ProofStep,
} from '../merkle/proof-nodes.js';
import { TileSet, tilesOfNodes } from './tile-set.js';
import { TILE_HEIGHT, type TileAddress } from './tile-address.js';

/** Reads a tile's hashes, 32 bytes each, concatenated: at least as many as its width. */
export type ReadTile = (tile: TileAddress) => Promise<Uint8Array> | Uint8Array;

/** A log's tree, read from its tiles. The tiles are not trusted: verify its proofs against a trusted root. */
export class TileTree {
  /**
   * @param size of the log; determines the widths of the tiles.
   * @param height of the tiles.
   */
  constructor(
    readonly size: number,
    private readonly readTile: ReadTile,
    private readonly height = TILE_HEIGHT,
  ) {
    requireSize(size);
  }

  /** Root of the tree at an earlier size, 32 bytes. */
  async root(size = this.size): Promise<Uint8Array> {
    const hashes = await this.hashesOf(rootNodes(this.reached(size)));
    return hashes.length === 0 ? EMPTY_ROOT : foldNodes(hashes);
  }

  async frontier(): Promise<Frontier> {
    return frontierOf(this.size, await this.hashesOf(rootNodes(this.size)));
  }

  /** Proof that a leaf is in the tree of a size, from the leaf up. @throws RangeError where it is not. */
  async inclusionProof(index: number, size = this.size): Promise<Uint8Array[]> {
    return this.proof(inclusionSteps(index, this.reached(size)));
  }

  /** Proof that the tree of one size is a prefix of the tree of another. @throws RangeError where it is not. */
  async consistencyProof(from: number, to = this.size): Promise<Uint8Array[]> {
    return this.proof(consistencySteps(from, this.reached(to)));
  }

  private reached(size: number): number {
    if (size > this.size) throw new RangeError(`The tree has ${this.size} leaves, not ${size}.`);
    return size;
  }

  private async proof(steps: readonly ProofStep[]): Promise<Uint8Array[]> {
    const tiles = await this.read(nodesOfSteps(steps));
    return proofOf(steps, tiles.hashOf);
  }

  private async hashesOf(nodes: readonly TreeNode[]): Promise<Uint8Array[]> {
    const tiles = await this.read(nodes);
    return nodes.map(tiles.hashOf);
  }

  private async read(nodes: readonly TreeNode[]): Promise<TileSet> {
    const tiles = new TileSet(this.height);
    await Promise.all(
      tilesOfNodes(nodes, this.size, this.height).map(async (tile) =>
        tiles.add(tile, await this.readTile(tile)),
      ),
    );
    return tiles;
  }
}
