import { encodeHex } from '#platform';
import { LINK_LENGTH, linkOf } from './history-chain.js';

/** A link, with the sequence of its line if that line was found in its place. */
export interface PlacedLink {
  link: Uint8Array;
  sequence: number | null;
}

/** The link that proves a line. */
export interface Proof {
  before: Uint8Array;
  link: Uint8Array;
  /** Index of the link in the block. */
  index: number;
}

/** Distance from its expected place within which a link is searched. */
const REACH = 2;

/** The links of a block, in which the links of its lines are searched. */
export class BlockLinks {
  private readonly links: readonly Uint8Array[];
  private readonly sequences: (number | null)[];
  private indexes: Map<string, number> | undefined;

  constructor(bytes: Uint8Array) {
    // A truncated link counts as a link that proves nothing.
    this.links = Array.from({ length: Math.ceil(bytes.length / LINK_LENGTH) }, (_, index) =>
      bytes.subarray(index * LINK_LENGTH, (index + 1) * LINK_LENGTH),
    );
    this.sequences = this.links.map(() => null);
  }

  get count(): number {
    return this.links.length;
  }

  at(index: number): Uint8Array | undefined {
    return this.links[index];
  }

  /** Notes the line of a link. */
  belongs(index: number, sequence: number): void {
    this.sequences[index] = sequence;
  }

  /** The links around some places. */
  around(places: readonly number[]): PlacedLink[] {
    const indexes = new Set(
      places.flatMap((place) => Array.from({ length: 2 * REACH + 1 }, (_, step) => place - REACH + step)),
    );
    return [...indexes].flatMap((index) => this.known(index));
  }

  /** The last few. */
  last(): PlacedLink[] {
    return Array.from({ length: REACH }, (_, step) => this.count - REACH + step).flatMap((index) =>
      this.known(index),
    );
  }

  /** Finds the link in the block that a line has after one of the candidate previous links. */
  prove(line: string, sequence: number, before: readonly PlacedLink[]): Proof | null {
    this.indexes ??= new Map(this.links.map((link, index) => [encodeHex(link), index]));
    for (const known of before) {
      if (known.sequence !== null && known.sequence + 1 !== sequence) continue;
      const link = linkOf(known.link, line);
      const index = this.indexes.get(encodeHex(link));
      if (index !== undefined) return { before: known.link, link, index };
    }
    return null;
  }

  private known(index: number): PlacedLink[] {
    const link = this.links[index];
    return link === undefined ? [] : [{ link, sequence: this.sequences[index] ?? null }];
  }
}
