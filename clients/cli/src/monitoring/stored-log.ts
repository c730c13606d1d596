import {
  EMPTY_FRONTIER,
  extendFrontier,
  hashLeaf,
  rootOfFrontier,
  sameHash,
  type Frontier,
} from '@service/evidence';
import type { EntryFile } from './entry-file.js';
import { SlotIndex } from './slot-index.js';

/** A claim that the log had a root at a size. */
export interface RootClaim {
  size: number;
  root: Uint8Array;
}

/** An entry with the slot of an earlier one. */
export interface RepeatedSlot {
  index: number;
  first: number;
}

/** The log's entries up to a root that it signed, stored in a file, with their tree and slots. */
export class StoredLog {
  private readonly slots: SlotIndex;
  private frontier: Frontier = EMPTY_FRONTIER;
  /** The frontier up to which `refute` has hashed, so that `take` need not hash again. */
  private ahead: Frontier = EMPTY_FRONTIER;

  constructor(private readonly file: EntryFile) {
    this.slots = new SlotIndex(file.slotAt);
  }

  get size(): number {
    return this.frontier.size;
  }

  get root(): Uint8Array {
    return rootOfFrontier(this.frontier);
  }

  /** Index of the entry with a slot; null without one. */
  find(slot: Uint8Array): number | null {
    return this.slots.find(slot);
  }

  /** An entry, 64 bytes. */
  entryAt(index: number): Buffer {
    return this.file.read(index, index + 1);
  }

  /** Entries with indices from `from` to before `to`, 64 bytes each. */
  read(from: number, to: number): Buffer {
    return this.file.read(from, to);
  }

  /** Appends entries that do not count until `take`. */
  stage(entries: Buffer): void {
    this.file.append(entries);
  }

  /** Drops the staged entries. */
  drop(): void {
    this.file.truncate(this.size);
    this.ahead = this.frontier;
  }

  /** Number of entries including staged ones. */
  get staged(): number {
    return this.file.size;
  }

  /** The claims that the entries, including staged ones, disprove. */
  refute<Claim extends RootClaim>(claims: readonly Claim[]): Claim[] {
    const within = claims.filter(({ size }) => size <= this.staged).toSorted((a, b) => a.size - b.size);
    const first = within[0];
    if (first === undefined) return [];
    this.ahead = first.size < this.size ? EMPTY_FRONTIER : this.frontier;
    return within.filter(({ size, root }) => {
      this.ahead = this.extend(this.ahead, size);
      return !sameHash(rootOfFrontier(this.ahead), root);
    });
  }

  /** Root of the entries up to a size, which may include staged ones. */
  rootAt(size: number): Uint8Array {
    const isOnTheWay = this.ahead.size >= this.size && this.ahead.size <= size;
    this.ahead = this.extend(isOnTheWay ? this.ahead : this.frontier, size);
    return rootOfFrontier(this.ahead);
  }

  /** Accepts staged entries as the log's. @returns those whose slot occurred before. */
  take(to: number): RepeatedSlot[] {
    this.file.sync();
    const repeated: RepeatedSlot[] = [];
    for (const { first, entries } of this.file.runs(this.size, to)) {
      entries.forEach((entry, at) => {
        const before = this.slots.add(entry.subarray(0, 32), first + at);
        if (before !== null) repeated.push({ index: first + at, first: before });
      });
    }
    const isAhead = this.ahead.size >= this.size && this.ahead.size <= to;
    this.frontier = this.extend(isAhead ? this.ahead : this.frontier, to);
    return repeated;
  }

  private extend(from: Frontier, to: number): Frontier {
    let frontier = from;
    for (const { entries } of this.file.runs(from.size, to)) {
      frontier = extendFrontier(frontier, entries.map(hashLeaf)).frontier;
    }
    return frontier;
  }
}
