import {
  HistoryChecker,
  LINK_LENGTH,
  digestBytes,
  linkOf,
  linkText,
  type Digest,
  type HistoryFault,
  type HistoryLane,
  type SealedLines,
} from '@service/evidence';
import type { Place, Tell } from './finding.js';

interface Line {
  text: string;
  link: Digest;
  place: Place;
}

/** What a seal covers of the lane. */
interface Part {
  sealed: SealedLines;
  place: Place;
  /** How many of its lines are still to come. */
  lacks: number;
  /** The links of its lines, once these were checked. */
  links: Uint8Array | null;
}

/** A lane in a copy: each part of it is checked as soon as all of its lines are there, and then only its links are kept. */
export class CopiedLane {
  private readonly lines = new Map<number, Line>();
  /** By the number of the seal. */
  private readonly parts = new Map<number, Part>();
  private readonly waiting = new Set<Part>();
  /** The sequences between which all checked lines are. */
  private checked = { after: Infinity, until: 0 };
  private last: { file: string; sequence: number } | null = null;
  private count = 0;

  constructor(
    private readonly lane: HistoryLane,
    private readonly tell: Tell,
  ) {}

  /** Number of its lines in the copy, without repeated ones. */
  get size(): number {
    return this.count;
  }

  takeLine(sequence: number, line: Line): void {
    const { place } = line;
    const name = this.named(sequence);
    const earlier = this.lines.get(sequence);
    const known = earlier === undefined ? this.isChecked(sequence, line) : isSame(earlier, line);
    if (known !== null) {
      if (known) this.tell('repeated', place, `${name} is there already.`);
      else this.tell('changed', place, `${name} is there already, and differs.`);
      return;
    }
    this.count += 1;
    this.lines.set(sequence, line);
    const part = [...this.waiting].find(({ sealed }) => covers(sealed, sequence));
    const isBehind = this.last?.file === place.file && sequence < this.last.sequence;
    if (isBehind || part?.place.file === place.file)
      this.tell('out_of_order', place, `${name} stands behind what came after it.`);
    this.last = { file: place.file, sequence };
    if (part === undefined) return;
    part.lacks -= 1;
    if (part.lacks === 0) this.check(part);
  }

  /** @returns false where it is there already. */
  takeSealed(sealed: SealedLines, place: Place): boolean {
    const earlier = this.parts.get(sealed.seal);
    if (earlier !== undefined) {
      const isRepeated = JSON.stringify(earlier.sealed) === JSON.stringify(sealed);
      const name = `What seal ${sealed.seal} covers of ${this.name}`;
      if (isRepeated) this.tell('repeated', place, `${name} is there already.`);
      else this.tell('changed', place, `${name} is there already, and differs.`);
      return false;
    }
    const lacks = sealed.count - sealed.after.count - this.linesOf(sealed).length;
    const part: Part = { sealed, place, lacks, links: null };
    this.parts.set(sealed.seal, part);
    if (lacks === 0) this.check(part);
    else this.waiting.add(part);
    return true;
  }

  /**
   * Ends the check.
   * @param first number of the first seal in the copy; of a later one than 1, what it covers may be there in part.
   */
  finish(first: number): void {
    const parts = [...this.parts.values()].toSorted((a, b) => a.sealed.seal - b.sealed.seal);
    for (const part of parts) {
      const { seal } = part.sealed;
      if (!this.waiting.has(part)) continue;
      if (seal > first || first === 1) this.check(part);
      else
        this.tell('unproven', part.place, `The copy begins within what seal ${seal} covers of ${this.name}.`);
    }
    let before: SealedLines['after'] | null = null;
    for (const { sealed, place } of parts) {
      const { after, seal } = sealed;
      if (before === null ? first === 1 && after.count > 0 : after.count > before.count)
        this.tell(
          'missing',
          place,
          `${this.named((before?.count ?? 0) + 1, after.count)} before it, or what a seal covers of them.`,
        );
      else if (before !== null && (after.count !== before.count || after.head !== before.head))
        this.tell(
          'changed',
          place,
          `What seal ${seal} covers of ${this.name} does not follow what was sealed before.`,
        );
      before = sealed;
    }
    const left = [...this.lines].filter(([sequence]) => sequence > (before?.count ?? 0));
    const [behind] = left;
    if (behind !== undefined)
      this.tell(
        'unproven',
        behind[1].place,
        `${left.length} lines of ${this.name} are behind its last seal in the copy.`,
      );
  }

  /** Whether a line is as it was checked; null where it was not. */
  private isChecked(sequence: number, { text, link }: Line): boolean | null {
    if (sequence <= this.checked.after || sequence > this.checked.until) return null;
    const part = [...this.parts.values()].findLast(({ sealed }) => covers(sealed, sequence));
    if (part === undefined || part.links === null) return null;
    const at = (sequence - part.sealed.after.count - 1) * LINK_LENGTH;
    const before = at === 0 ? digestBytes(part.sealed.after.head) : part.links.subarray(at - LINK_LENGTH, at);
    const checked = linkText(part.links.subarray(at, at + LINK_LENGTH));
    return link === checked && linkText(linkOf(before, text)) === checked;
  }

  private check(part: Part): void {
    const { sealed, place } = part;
    const { after, count, seal } = sealed;
    const own = this.linesOf(sealed);
    const places = new Map(own.map(([sequence, { place: at }]) => [sequence, at]));
    for (const [sequence] of own) this.lines.delete(sequence);
    // No Buffer: these are kept, and would keep the pool that a small Buffer shares with what is read.
    const links = new Uint8Array(own.length * LINK_LENGTH);
    for (const [at, [, { link }]] of own.entries()) links.set(digestBytes(link), at * LINK_LENGTH);
    const checker = new HistoryChecker(this.lane, sealed, after.count === 0 ? null : after);
    const block = { sequence: after.count + 1, links, lines: own.map(([, { text }]) => text), personal: {} };
    for (const fault of [...checker.take(block), ...checker.finish()])
      this.tellFault(fault, places.get(fault.sequence) ?? place, seal);
    part.links = links;
    this.waiting.delete(part);
    this.checked = {
      after: Math.min(this.checked.after, after.count),
      until: Math.max(this.checked.until, count),
    };
  }

  private tellFault({ kind, sequence, lines }: HistoryFault, place: Place, seal: number): void {
    const last = sequence + lines - 1;
    if (kind === 'missing' || kind === 'cut_off')
      this.tell('missing', place, `${this.named(sequence, last)} before it.`);
    else this.tell('changed', place, `${this.named(sequence, last)}: not as in seal ${seal}.`);
  }

  /** The unchecked lines of a part, in their order. */
  private linesOf(sealed: SealedLines): [sequence: number, line: Line][] {
    const { after, count } = sealed;
    // A liar's part may cover any number of lines, and a sorted copy may hold many lines of other parts.
    const sequences =
      count - after.count > this.lines.size
        ? [...this.lines.keys()].filter((sequence) => covers(sealed, sequence)).toSorted((a, b) => a - b)
        : Array.from({ length: Math.max(0, count - after.count) }, (_, at) => after.count + 1 + at);
    return sequences.flatMap((sequence) => {
      const line = this.lines.get(sequence);
      return line === undefined ? [] : [[sequence, line] as [number, Line]];
    });
  }

  private get name(): string {
    const { project_id, day, writer } = this.lane;
    return `${project_id} ${day} ${writer}`;
  }

  private named(first: number, last = first): string {
    return first === last ? `Line ${first} of ${this.name}` : `Lines ${first} to ${last} of ${this.name}`;
  }
}

function covers({ after, count }: SealedLines, sequence: number): boolean {
  return sequence > after.count && sequence <= count;
}

function isSame(one: Line, other: Line): boolean {
  return one.text === other.text && one.link === other.link;
}
