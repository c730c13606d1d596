import {
  digestText,
  readCopied,
  rootOfLanes,
  type Digest,
  type HistoryLane,
  type HistorySeal,
  type SealedLines,
} from '@service/evidence';
import { CopiedLane } from './copied-lane.js';
import { levelOf, type Finding, type Place, type Tell } from './finding.js';

/** The digest of a seal in the transparency log; null where the log has none with that number. */
export type LoggedSeal = (origin: string, number: number) => Digest | null;

/** What a copy holds. */
export interface CopySummary {
  lanes: number;
  lines: number;
  /** Numbers of the first and the newest seal; null without one. */
  first_seal: number | null;
  newest_seal: number | null;
  /** Digest of the newest seal. */
  newest_digest: Digest | null;
  faults: number;
}

interface CopiedSeal {
  seal: HistorySeal;
  digest: Digest;
  place: Place;
}

/** Checks a copy of the history record by record, in any order of files; the order in which it was sent takes least memory. */
export class CopyCheck {
  private readonly lanes = new Map<string, CopiedLane>();
  private readonly seals = new Map<number, CopiedSeal>();
  /** What each seal covers, until all of it is there. */
  private readonly covered = new Map<number, SealedLines[]>();
  private lastSeal: { file: string; number: number } | null = null;
  private faults = 0;

  constructor(private readonly found: (finding: Finding) => void) {}

  take(record: string, place: Place): void {
    const read = readCopied(record);
    if (read === null) this.tell('unreadable', place, 'It is no record of a copy of the history.');
    else if (read.kind === 'seal') this.takeSeal(read.seal, digestText(record), place);
    else if (read.kind === 'lane') this.takeSealed(read.sealed, place);
    else this.laneOf(read.lane).takeLine(read.sequence, { text: read.text, link: read.link, place });
  }

  /** @param logged by which the seals are compared with the log; null where they are not. */
  finish(logged: LoggedSeal | null): CopySummary {
    const seals = [...this.seals.values()].toSorted((a, b) => a.seal.number - b.seal.number);
    const first = seals[0]?.seal.number ?? null;
    const newest = seals.at(-1);
    for (const [at, seal] of seals.entries()) this.checkPlace(seal, seals[at - 1] ?? null);
    for (const seal of this.covered.keys()) this.checkCovered(seal, first, newest?.seal.number ?? 0);
    for (const lane of this.lanes.values()) lane.finish(first ?? 0);
    if (logged !== null) this.checkLog(seals, logged);
    return {
      lanes: this.lanes.size,
      lines: [...this.lanes.values()].reduce((sum, { size }) => sum + size, 0),
      first_seal: first,
      newest_seal: newest?.seal.number ?? null,
      newest_digest: newest?.digest ?? null,
      faults: this.faults,
    };
  }

  private takeSeal(seal: HistorySeal, digest: Digest, place: Place): void {
    const { number, moved } = seal;
    const earlier = this.seals.get(number);
    if (earlier !== undefined) {
      if (earlier.digest === digest) this.tell('repeated', place, `Seal ${number} is there already.`);
      else this.tell('changed', place, `Seal ${number} is there already, and differs.`);
      return;
    }
    if (this.lastSeal?.file === place.file && number < this.lastSeal.number)
      this.tell('out_of_order', place, `Seal ${number} stands behind seal ${this.lastSeal.number}.`);
    this.lastSeal = { file: place.file, number };
    this.seals.set(number, { seal, digest, place });
    const own = this.covered.get(number) ?? [];
    this.covered.set(number, own);
    if (own.length === moved) this.checkRoot(number, own);
  }

  private takeSealed(sealed: SealedLines, place: Place): void {
    const { seal } = sealed;
    if (!this.laneOf(sealed).takeSealed(sealed, place)) return;
    const own = [...(this.covered.get(seal) ?? []), sealed];
    this.covered.set(seal, own);
    const of = this.seals.get(seal);
    if (of?.place.file === place.file)
      this.tell('out_of_order', place, `What seal ${seal} covers stands behind it.`);
    if (of?.seal.moved === own.length) this.checkRoot(seal, own);
  }

  private checkRoot(number: number, own: readonly SealedLines[]): void {
    this.covered.delete(number);
    const { seal, place } = this.seals.get(number) as CopiedSeal;
    if (rootOfLanes(own) !== seal.root)
      this.tell('changed', place, `What the copy holds of seal ${number} is not what it sealed.`);
  }

  private checkCovered(number: number, first: number | null, newest: number): void {
    const of = this.seals.get(number);
    const count = this.covered.get(number)?.length ?? 0;
    if (of !== undefined && (number > (first ?? 0) || number === 1 || count > of.seal.moved))
      this.tell(
        'missing',
        of.place,
        `Seal ${number} covers ${of.seal.moved} lanes, and the copy has ${count} of them.`,
      );
    else if (of !== undefined) this.tell('unproven', of.place, `The copy begins within seal ${number}.`);
    else if (number > newest) this.tell('unproven', null, `Seal ${number} is not in the copy yet.`);
  }

  private checkPlace({ seal, place }: CopiedSeal, before: CopiedSeal | null): void {
    const { number, previous } = seal;
    if (before === null) {
      if ((number === 1) !== (previous === null))
        this.tell('changed', place, `Seal ${number} does not name the seal before it.`);
      return;
    }
    const last = before.seal.number;
    if (last !== number - 1)
      this.tell(
        'missing',
        place,
        last + 2 === number ? `Seal ${last + 1} before it.` : `Seals ${last + 1} to ${number - 1} before it.`,
      );
    else if (previous !== before.digest)
      this.tell('changed', before.place, `Seal ${last} is not the one that seal ${number} follows.`);
  }

  private checkLog(seals: readonly CopiedSeal[], logged: LoggedSeal): void {
    for (const { seal, digest, place } of seals) {
      const there = logged(seal.log, seal.number);
      if (there === null) this.tell('unlogged', place, `Seal ${seal.number} is not in the log.`);
      else if (there !== digest) this.tell('unlogged', place, `The log has another seal ${seal.number}.`);
    }
    const newest = seals.at(-1)?.seal;
    if (newest !== undefined && logged(newest.log, newest.number + 1) !== null)
      this.tell('missing', null, `The log has seals after seal ${newest.number}, with which the copy ends.`);
  }

  private laneOf({ project_id, day, writer }: HistoryLane): CopiedLane {
    const name = JSON.stringify([project_id, day, writer]);
    const lane = this.lanes.get(name) ?? new CopiedLane({ project_id, day, writer }, this.tell);
    this.lanes.set(name, lane);
    return lane;
  }

  private readonly tell: Tell = (kind, place, text) => {
    const level = levelOf(kind);
    if (level === 'fault') this.faults += 1;
    this.found({ level, kind, place, text });
  };
}
