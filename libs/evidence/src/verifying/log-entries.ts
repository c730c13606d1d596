import { encodeHex } from '../encoding/base-encodings.js';
import type { Digest } from '../digest.js';
import { hashLeaf, MerkleTree } from '../merkle/index.js';
import { ENTRY_LENGTH, nextSlot } from '../slots.js';

const SLOT_LENGTH = ENTRY_LENGTH / 2;

/** Two entries of a log with the same slot: a history that forks. */
export interface RepeatedSlot {
  /** In hex. */
  slot: string;
  first: number;
  second: number;
}

/** The first entries of a log. Only a comparison of their root proves them. */
export class LogEntries {
  private readonly tree: MerkleTree;
  private readonly slots = new Map<string, number>();
  /** The first repeated slot; null without one. */
  readonly repeated: RepeatedSlot | null;

  /** @throws RangeError where an entry does not have 64 bytes. */
  constructor(entries: readonly Uint8Array[]) {
    if (entries.some((entry) => entry.length !== ENTRY_LENGTH)) {
      throw new RangeError(`An entry of the log has ${ENTRY_LENGTH} bytes.`);
    }
    this.tree = new MerkleTree();
    let repeated: RepeatedSlot | null = null;
    for (const [index, entry] of entries.entries()) {
      this.tree.append(hashLeaf(entry));
      const slot = encodeHex(entry.subarray(0, SLOT_LENGTH));
      const first = this.slots.get(slot);
      if (first === undefined) this.slots.set(slot, index);
      else repeated ??= { slot, first, second: index };
    }
    this.repeated = repeated;
  }

  get size(): number {
    return this.tree.size;
  }

  /** Root of the log at a size; null beyond the given entries. */
  rootAt(size: number): Uint8Array | null {
    return size <= this.tree.size ? this.tree.root(size) : null;
  }

  /** Index of the entry with a slot, 32 bytes; null without one. */
  indexOf(slot: Uint8Array): number | null {
    return this.slots.get(encodeHex(slot)) ?? null;
  }

  /**
   * Index of an element's successor in the log below a size; null without one. A successor refutes an answer that shows
   * the element as the newest at that size.
   */
  successorOf(element: { salt: string; digest: Digest }, below: number): number | null {
    const index = this.indexOf(nextSlot(element));
    return index !== null && index < below ? index : null;
  }
}
