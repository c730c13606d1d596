import { sameBytes } from '../encoding/bytes.js';
import { BlockLinks, type PlacedLink, type Proof } from './block-links.js';
import type { HistoryBlock } from './history-block.js';
import { firstLinkOf, linkOf, linkText, type HistoryLane } from './history-chain.js';
import type { LaneHead } from './history-seal.js';
import { faultOf, readLine, type HistoryFault, type SaidLine } from './history-fault.js';
import { findPersonalFaults } from './personal-digest.js';
import { digestBytes } from '../slots.js';
import { findFaultsAtEnd, findFaultsBetween, type UnprovenLine } from './unproven-lines.js';

/** Most unproven lines that are held until the next proven line. */
const MOST_UNPROVEN = 2_000;

/**
 * Checks a lane block by block and reports each line that is not as it was written. Between lines that are proven by
 * their links, the sequences show what was edited, inserted or removed. A cut-off end and rewritten lines are detected
 * up to the sealed head of the lane.
 */
export class HistoryChecker {
  private link: Uint8Array;
  private sequence = 0;
  /** The newest line in its place, with the previous link. */
  private newestLine: { said: SaidLine; before: Uint8Array } | null = null;
  /** Lines after that line. */
  private unproven: UnprovenLine[] = [];
  /** The link that the last unproven line would have. */
  private carried: Uint8Array | null = null;
  /** Places in the lane of the newest line's link and of the block's first link. */
  private linkPlace = -1;
  private blockPlace = 0;
  /** Links after the newest line's that belong to lines out of place. */
  private strayLinks = 0;
  /** Whether the block's sequence is within the lines of earlier blocks. */
  private overlaps = false;
  private lastLinks: PlacedLink[] = [];
  private faults: HistoryFault[] = [];
  /** Whether the line at the sealed sequence differs from the sealed one. */
  private rewritten = false;

  /**
   * @param sealed the lane's head in its newest seal; null without a seal.
   * @param after where the check begins; by default before the first line.
   */
  constructor(
    lane: HistoryLane,
    private readonly sealed: LaneHead | null = null,
    after: LaneHead | null = null,
  ) {
    this.link = after === null ? firstLinkOf(lane) : digestBytes(after.head);
    this.sequence = after?.count ?? 0;
  }

  /** Sequence of the newest line in its place; 0 without one. */
  get newest(): number {
    return this.sequence;
  }

  /** The link of that line. */
  get head(): Uint8Array {
    return this.link;
  }

  /** Checks the next block. @returns the faults found so far, in this block and before it. */
  take({ sequence, links: bytes, lines, personal }: HistoryBlock): HistoryFault[] {
    this.faults = [];
    const links = new BlockLinks(bytes);
    const said = lines.map(readLine);
    this.overlaps = sequence <= this.sequence;
    for (const [index, line] of lines.entries()) {
      this.takeLine(
        line,
        said[index] ?? null,
        links,
        { index, sequence, next: said[index + 1] ?? null },
        lines,
      );
    }
    this.blockPlace += links.count;
    this.lastLinks = [...this.lastLinks, ...links.last()].slice(-4);
    if (this.unproven.length > MOST_UNPROVEN) this.end(0);
    this.faults.push(...findPersonalFaults(said, personal, sequence));
    return this.faults;
  }

  /**
   * Ends the check.
   * @param written least number of lines that were written, apart from the sealed ones.
   * @returns the faults at the end of the lane.
   */
  finish(written = 0): HistoryFault[] {
    this.faults = [];
    const sealed = this.sealed?.count ?? 0;
    this.end(Math.max(written, sealed));
    if (this.rewritten) {
      this.faults.push({ kind: 'rewritten', sequence: 1, lines: sealed, request_id: null });
    }
    return this.faults;
  }

  private takeLine(
    line: string,
    said: SaidLine | null,
    links: BlockLinks,
    { index, sequence, next }: { index: number; sequence: number; next: SaidLine | null },
    lines: readonly string[],
  ): void {
    const place = Math.max(this.linkPlace + 1 - this.blockPlace, 0);
    const isNext = said?.sequence === this.sequence + 1 && this.unproven.length === 0;
    const link = links.at(place);
    if (isNext && link !== undefined && sameBytes(linkOf(this.link, line), link)) {
      this.accept(said, links, { before: this.link, link, index: place });
      return;
    }
    const proof =
      said === null ? null : links.prove(line, said.sequence, this.before(said, links, place, index));
    if (
      proof === null ||
      said === null ||
      (said.sequence !== sequence + index && this.isBetween(next, said))
    ) {
      this.unproven.push({ said, place: sequence + index });
      this.carried = linkOf(this.carried ?? this.link, line);
    } else if (said.sequence > this.sequence + 1 && this.overlaps) this.refuse(said, proof);
    else if (said.sequence > this.sequence) this.accept(said, links, proof);
    else if (!this.isRival(said, proof)) this.refuse(said, proof);
    else this.judge(said, proof, links, lines[index + 1], next);
  }

  /** The links that may be a line's previous link. */
  private before(said: SaidLine, links: BlockLinks, place: number, index: number): PlacedLink[] {
    const hint = place + said.sequence - this.sequence - 1;
    return [
      { link: this.link, sequence: this.sequence },
      ...(this.carried === null ? [] : [{ link: this.carried, sequence: null }]),
      ...(this.newestLine === null ? [] : [{ link: this.newestLine.before, sequence: this.sequence - 1 }]),
      ...links.around([place, hint, index]),
      ...this.lastLinks,
    ];
  }

  /** Whether the line after a proven one belongs before it, which means that the proven one is out of place. */
  private isBetween(next: SaidLine | null, said: SaidLine): boolean {
    return next !== null && next.sequence > this.sequence && next.sequence < said.sequence;
  }

  private accept(said: SaidLine, links: BlockLinks, { before, link, index }: Proof): void {
    const place = this.blockPlace + index;
    const between = place - this.linkPlace - 1 - this.strayLinks;
    if (this.unproven.length > 0 || said.sequence > this.sequence + 1) {
      this.faults.push(...findFaultsBetween(this.unproven, this.sequence, said.sequence, between));
    }
    links.belongs(index, said.sequence);
    this.link = link;
    this.sequence = said.sequence;
    this.newestLine = { said, before };
    this.linkPlace = place;
    if (said.sequence === this.sealed?.count) this.rewritten = linkText(link) !== this.sealed.head;
    this.clear();
  }

  /** Whether a line has the same previous link as the newest one. */
  private isRival({ sequence }: SaidLine, { before, link }: Proof): boolean {
    return (
      sequence === this.sequence &&
      this.newestLine !== null &&
      sameBytes(this.newestLine.before, before) &&
      !sameBytes(link, this.link)
    );
  }

  /** Of two lines with the same previous link, the false one is the one without a successor. */
  private judge(
    said: SaidLine,
    proof: Proof,
    links: BlockLinks,
    nextLine: string | undefined,
    next: SaidLine | null,
  ): void {
    const first = { link: this.link, sequence: this.sequence };
    const newest = this.newestLine;
    if (nextLine !== undefined && next !== null && links.prove(nextLine, next.sequence, [first]) !== null) {
      this.refuse(said, proof);
      return;
    }
    this.sequence -= 1;
    this.unproven = [{ said: newest?.said ?? null, place: 0 }, ...this.unproven];
    this.accept(said, links, proof);
  }

  private refuse(said: SaidLine, { index }: Proof): void {
    const before = this.unproven[this.unproven.length - 1];
    if (before?.said?.sequence === said.sequence - 1) {
      this.unproven.pop();
      this.strayLinks += 1;
      this.faults.push(faultOf('inserted', before.said.sequence, before.said));
    }
    if (this.blockPlace + index > this.linkPlace) this.strayLinks += 1;
    this.faults.push(faultOf('inserted', said.sequence, said));
  }

  private end(written: number): void {
    const links = this.blockPlace - this.linkPlace - 1 - this.strayLinks;
    const { faults, newest } = findFaultsAtEnd(this.unproven, this.sequence, written, links);
    this.faults.push(...faults);
    if (newest > this.sequence) this.newestLine = null;
    if (links > 0) this.link = this.lastLinks[this.lastLinks.length - 1]?.link ?? this.link;
    this.sequence = newest;
    this.linkPlace = this.blockPlace - 1;
    this.clear();
  }

  private clear(): void {
    this.unproven = [];
    this.carried = null;
    this.strayLinks = 0;
  }
}
