import {
  hashLeaf,
  verifyConsistency,
  verifyInclusion,
  type Checkpoint,
  type PublicLog,
  type TileTree,
} from '@service/evidence';
import { alarm, type Finding } from './finding.js';

/** Proves from a log's tiles that the log grew to its signed checkpoint (RFC 6962, section 2.1). */
export class GrowthProof {
  private readonly tree: TileTree;

  constructor(
    private readonly log: PublicLog,
    private readonly checkpoint: Checkpoint,
  ) {
    this.tree = log.tree(checkpoint.size);
  }

  /**
   * Proves, before any entry is stored, that the log holds the last entry of its checkpoint and grew from the known
   * one.
   * @returns an alarm where the proof fails.
   */
  async proveClaim(from: number, fromRoot: Uint8Array): Promise<Finding | null> {
    const { size, root } = this.checkpoint;
    const index = size - 1;
    const leafHash = hashLeaf(await this.log.entry(index, size));
    if (!verifyInclusion({ leafHash, index, size, root, proof: await this.tree.inclusionProof(index) })) {
      return alarm(
        'log.entries',
        `Its last entry and its tiles do not lead to the root that it signed at ${size}.`,
      );
    }
    if (await this.isPrefix(from, fromRoot)) return null;
    return alarm(
      'log.fork',
      `The tree that it signed at ${size} did not grow from the known one of ${from}.`,
    );
  }

  /** @returns an alarm where `toRoot`, the root of the entries up to a size, is not that of the tree. */
  async proveEntries(from: number, to: number, toRoot: Uint8Array): Promise<Finding | null> {
    if (await this.isPrefix(to, toRoot)) return null;
    return alarm(
      'log.entries',
      `Its entries from ${from} do not lead to the root that it signed at ${this.checkpoint.size}.`,
    );
  }

  private async isPrefix(fromSize: number, fromRoot: Uint8Array): Promise<boolean> {
    const { size: toSize, root: toRoot } = this.checkpoint;
    const proof = await this.tree.consistencyProof(fromSize);
    return verifyConsistency({ fromSize, fromRoot, toSize, toRoot, proof });
  }
}
