import type { Digest } from '../digest.js';
import { hashLeaf, MerkleTree } from '../merkle/index.js';
import { ENTRY_LENGTH, nextSlot } from '../slots.js';

const SLOT_LENGTH = ENTRY_LENGTH / 2;

/** Two entries of a log in one slot: a history that forks. */
export interface RepeatedSlot {
  /** In hex. */
  slot: string;
  first: number;
  second: number;
}

/** The entries of a log from its first on, as far as they are at hand; nothing vouches for them but their root. */
export class LogEntries {
  private readonly tree: MerkleTree;
  private readonly slots = new Map<string, number>();
  /** The first slot that occurs again; null where none does. */
  readonly repeated: RepeatedSlot | null;

  /** @throws RangeError where an entry has not 64 bytes. */
  constructor(entries: readonly Uint8Array[]) {
    if (entries.some((entry) => entry.length !== ENTRY_LENGTH)) {
      throw new RangeError(`An entry of the log has ${ENTRY_LENGTH} bytes.`);
    }
    this.tree = new MerkleTree();
    let repeated: RepeatedSlot | null = null;
    for (const [index, entry] of entries.entries()) {
      this.tree.append(hashLeaf(entry));
      const slot = Buffer.from(entry.subarray(0, SLOT_LENGTH)).toString('hex');
      const first = this.slots.get(slot);
      if (first === undefined) this.slots.set(slot, index);
      else repeated ??= { slot, first, second: index };
    }
    this.repeated = repeated;
  }

  get size(): number {
    return this.tree.size;
  }

  /** Root of the log at a size; null beyond what is at hand. */
  rootAt(size: number): Buffer | null {
    return size <= this.tree.size ? this.tree.root(size) : null;
  }

  /**
   * Where the log holds the successor of an element below a size; null where it holds none there.
   * An answer that calls the element its subject's newest as of that size is refuted by it.
   */
  successorOf(element: { salt: string; digest: Digest }, below: number): number | null {
    const index = this.slots.get(nextSlot(element).toString('hex'));
    return index !== undefined && index < below ? index : null;
  }
}
