import { hash, randomBytes } from 'node:crypto';

/** Reads the slot of an entry, 32 bytes. */
export type ReadSlot = (index: number) => Uint8Array;

const SMALLEST = 1 << 12;

/**
 * The index of each slot: an open hash table with 8 bytes per place, at most half full. A million entries take 16 to 32
 * MiB. The table has 32 bits of each slot's hash; where they match, the slots themselves are compared.
 */
export class SlotIndex {
  private tags = new Uint32Array(SMALLEST);
  /** Indices plus one; 0 is an empty place. */
  private indices = new Uint32Array(SMALLEST);
  private count = 0;
  /** Keyed hashes: a log chooses its slots and must not be able to make them collide here. */
  private readonly key = randomBytes(16);

  constructor(private readonly readSlot: ReadSlot) {}

  /** Bytes of memory. */
  get bytes(): number {
    return this.tags.byteLength + this.indices.byteLength;
  }

  /** Index of the entry with a slot; null without one. */
  find(slot: Uint8Array): number | null {
    const { start, tag } = this.hash(slot);
    const at = this.probe(slot, start, tag);
    const index = this.indices[at] as number;
    return index === 0 ? null : index - 1;
  }

  /**
   * Adds the slot of an entry.
   * @returns index of the earlier entry with this slot, which stays; null for a new slot.
   * @throws RangeError beyond 2^32 - 2 entries.
   */
  add(slot: Uint8Array, index: number): number | null {
    if (index >= 2 ** 32 - 1) throw new RangeError('The log has more entries than this index can hold.');
    if (this.count * 2 >= this.tags.length) this.grow();
    const { start, tag } = this.hash(slot);
    const at = this.probe(slot, start, tag);
    const taken = this.indices[at] as number;
    if (taken !== 0) return taken - 1;
    this.tags[at] = tag;
    this.indices[at] = index + 1;
    this.count += 1;
    return null;
  }

  private hash(slot: Uint8Array): { start: number; tag: number } {
    const digest = hash('sha256', Buffer.concat([this.key, slot]), 'buffer');
    return { start: digest.readUInt32LE(0), tag: digest.readUInt32LE(4) };
  }

  /** The place of a slot, or the empty place for it. */
  private probe(slot: Uint8Array, start: number, tag: number): number {
    const mask = this.tags.length - 1;
    let at = (start & mask) >>> 0;
    for (;;) {
      const index = this.indices[at] as number;
      if (index === 0) return at;
      if (this.tags[at] === tag && Buffer.compare(this.readSlot(index - 1), slot) === 0) return at;
      at = (at + 1) & mask;
    }
  }

  private grow(): void {
    const { indices } = this;
    this.tags = new Uint32Array(indices.length * 2);
    this.indices = new Uint32Array(indices.length * 2);
    const mask = this.tags.length - 1;
    for (const index of indices) {
      if (index === 0) continue;
      const { start, tag } = this.hash(this.readSlot(index - 1));
      let at = (start & mask) >>> 0;
      while (this.indices[at] !== 0) at = (at + 1) & mask;
      this.tags[at] = tag;
      this.indices[at] = index;
    }
  }
}
