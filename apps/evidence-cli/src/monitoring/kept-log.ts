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

/** A root that somebody says the log had at a size. */
export interface RootClaim {
  size: number;
  root: Uint8Array;
}

/** An entry with a slot that another one before it has. */
export interface RepeatedSlot {
  index: number;
  first: number;
}

/** The log's entries as far as they led to a root that it signed, with what is computed from them. */
export class KeptLog {
  private readonly slots: SlotIndex;
  private frontier: Frontier = EMPTY_FRONTIER;
  /** How far `refute` came, so that `take` need not hash the same again. */
  private ahead: Frontier = EMPTY_FRONTIER;

  constructor(private readonly file: EntryFile) {
    this.slots = new SlotIndex(file.slotAt);
  }

  get size(): number {
    return this.frontier.size;
  }

  get root(): Buffer {
    return rootOfFrontier(this.frontier);
  }

  /** Index of the entry with a slot; null where there is none. */
  find(slot: Uint8Array): number | null {
    return this.slots.find(slot);
  }

  /** An entry, 64 bytes. */
  entryAt(index: number): Buffer {
    return this.file.read(index, index + 1);
  }

  /** Entries from one below another, 64 bytes each. */
  read(from: number, to: number): Buffer {
    return this.file.read(from, to);
  }

  /** Puts entries behind those that are there; they count only once `take` was told so. */
  stage(entries: Buffer): void {
    this.file.append(entries);
  }

  /** Forgets what was staged. */
  drop(): void {
    this.file.truncate(this.size);
    this.ahead = this.frontier;
  }

  /** How many entries there are with those that are staged. */
  get staged(): number {
    return this.file.size;
  }

  /** The claims that are not true of the entries, the staged ones included. */
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

  /** Takes the staged entries for the log's. @returns those whose slot occurred before. */
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
