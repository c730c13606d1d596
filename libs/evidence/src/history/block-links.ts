import { LINK_LENGTH, linkOf } from './history-chain.js';

/** A link with the sequence of its line, where that line was found in its place. */
export interface PlacedLink {
  link: Buffer;
  sequence: number | null;
}

/** How a line was linked. */
export interface Proof {
  before: Buffer;
  link: Buffer;
  /** Which of the block's links it is. */
  index: number;
}

/** How far from where it should be a link is looked for. */
const REACH = 2;

/** The links of a block, among which those of its lines are looked for. */
export class BlockLinks {
  private readonly links: readonly Buffer[];
  private readonly sequences: (number | null)[];
  private indexes: Map<string, number> | undefined;

  constructor(bytes: Buffer) {
    // What is left of a link that was cut off is a link still, which proves nothing.
    this.links = Array.from({ length: Math.ceil(bytes.length / LINK_LENGTH) }, (_, index) =>
      bytes.subarray(index * LINK_LENGTH, (index + 1) * LINK_LENGTH),
    );
    this.sequences = this.links.map(() => null);
  }

  get count(): number {
    return this.links.length;
  }

  at(index: number): Buffer | undefined {
    return this.links[index];
  }

  /** Told whose link it is. */
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

  /** Finds one of the block's links that links a line to one of those that may come before. */
  prove(line: string, sequence: number, before: readonly PlacedLink[]): Proof | null {
    this.indexes ??= new Map(this.links.map((link, index) => [link.toString('latin1'), index]));
    for (const known of before) {
      if (known.sequence !== null && known.sequence + 1 !== sequence) continue;
      const link = linkOf(known.link, line);
      const index = this.indexes.get(link.toString('latin1'));
      if (index !== undefined) return { before: known.link, link, index };
    }
    return null;
  }

  private known(index: number): PlacedLink[] {
    const link = this.links[index];
    return link === undefined ? [] : [{ link, sequence: this.sequences[index] ?? null }];
  }
}
