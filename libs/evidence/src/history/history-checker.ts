import { LINK_LENGTH, firstLinkOf, linkOf, type HistoryLane } from './history-chain.js';
import { digestPersonal, type PersonalFields } from './personal-digest.js';

/** Lines of a lane that were kept together, oldest first. */
export interface HistoryBlock {
  /** Of its first line. */
  sequence: number;
  /** The link of each line, one after the other. */
  links: Buffer;
  lines: readonly string[];
  /** By digest; what was erased is not there. */
  personal: Readonly<Record<string, PersonalFields>>;
}

/** What is wrong at one place of a lane. */
export interface HistoryFault {
  kind: 'edited' | 'inserted' | 'missing' | 'personal_edited';
  /** Of the line, or of the first that is missing. */
  sequence: number;
  /** How many are missing; 1 for any other fault. */
  lines: number;
  /** As the line itself names it; null where there is no line to read. */
  request_id: string | null;
}

/** What a line says of itself. */
interface SaidLine {
  sequence: number;
  request_id: string;
  client: string;
}

/**
 * Goes along a lane, block by block, and names each line that is not as it was written. It can't tell that the
 * newest lines were cut off, nor that a whole lane was made anew: that takes a head which is kept elsewhere.
 */
export class HistoryChecker {
  private link: Buffer;
  private next = 1;
  private faults: HistoryFault[] = [];

  constructor(lane: HistoryLane) {
    this.link = firstLinkOf(lane);
  }

  /** Sequence of the newest line that was looked at; 0 for none. */
  get newest(): number {
    return this.next - 1;
  }

  /** The link of that line. */
  get head(): Buffer {
    return this.link;
  }

  /** Checks the block that follows; answers what is wrong in it and before it. */
  take({ sequence, links, lines, personal }: HistoryBlock): HistoryFault[] {
    this.faults = [];
    this.missingUntil(sequence);
    const said = lines.map(readLine);
    const stored = Array.from({ length: Math.floor(links.length / LINK_LENGTH) }, (_, index) =>
      links.subarray(index * LINK_LENGTH, (index + 1) * LINK_LENGTH),
    );
    let at = 0;
    for (const [index, line] of lines.entries()) {
      at = this.takeLine(line, said[index] ?? null, stored, at, {
        spare: lines.length - index > stored.length - at,
        repeated: said[index + 1]?.sequence === this.next,
      });
    }
    this.missingUntil(this.next + stored.length - at);
    const last = stored[stored.length - 1];
    if (last !== undefined) this.link = Buffer.from(last);
    this.checkPersonal(said, personal);
    return this.faults;
  }

  /** Told how many lines are known to have been written; answers those at the end that are not there. */
  finish(written: number): HistoryFault[] {
    this.faults = [];
    this.missingUntil(written + 1);
    return this.faults;
  }

  /** Answers the place of the next link. */
  private takeLine(
    line: string,
    said: SaidLine | null,
    stored: readonly Buffer[],
    at: number,
    around: { spare: boolean; repeated: boolean },
  ): number {
    const fits = (place: number, before = this.link) => {
      const link = stored[place];
      return link !== undefined && linkOf(before, line).equals(link);
    };
    const sequence = said?.sequence ?? this.next;
    if (sequence > this.next && sequence < this.next + stored.length + 1) {
      const skipped = sequence - this.next;
      this.missingUntil(sequence);
      // Where the missing lines' links are still there, the line is checked by the one before its own.
      const linked = fits(at + skipped, stored[at + skipped - 1]);
      return this.accept(stored, linked ? at + skipped : at);
    }
    if (sequence < this.next || (around.spare && (around.repeated || said === null))) {
      this.fault('inserted', sequence, said);
      return fits(at) ? this.acceptLink(stored, at) : at;
    }
    if (!fits(at) || sequence !== this.next) this.fault('edited', this.next, said);
    return this.accept(stored, at);
  }

  private accept(stored: readonly Buffer[], at: number): number {
    this.next += 1;
    return this.acceptLink(stored, at);
  }

  private acceptLink(stored: readonly Buffer[], at: number): number {
    this.link = stored[at] ?? this.link;
    return at + 1;
  }

  private missingUntil(sequence: number): void {
    const lines = sequence - this.next;
    if (lines <= 0) return;
    this.faults.push({ kind: 'missing', sequence: this.next, lines, request_id: null });
    this.next = sequence;
  }

  private fault(kind: HistoryFault['kind'], sequence: number, said: SaidLine | null): void {
    this.faults.push({ kind, sequence, lines: 1, request_id: said?.request_id ?? null });
  }

  private checkPersonal(said: readonly (SaidLine | null)[], personal: HistoryBlock['personal']): void {
    for (const [digest, fields] of Object.entries(personal)) {
      const line = said.find((each) => each?.client === digest) ?? null;
      if (line === null || digestPersonal(fields) !== digest) {
        this.fault('personal_edited', line?.sequence ?? this.newest, line);
      }
    }
  }
}

function readLine(line: string): SaidLine | null {
  try {
    const said = JSON.parse(line) as SaidLine | null;
    return Number.isSafeInteger(said?.sequence) ? said : null;
  } catch {
    return null;
  }
}
