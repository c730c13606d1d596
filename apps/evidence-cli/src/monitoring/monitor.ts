import { join } from 'node:path';
import {
  EvidenceError,
  TILE_WIDTH,
  TileTree,
  openCheckpoint,
  sameHash,
  type Checkpoint,
  type CheckpointTrust,
  type OpenedCheckpoint,
  type Trust,
} from '@service/evidence';
import { CommandError } from '../errors.js';
import { judgeCosignatures } from './cosignature-rules.js';
import { claimsOf, forkAt, type Claim } from './claims.js';
import { EntryFile } from './entry-file.js';
import { alarm, news, type Finding } from './finding.js';
import { KeptLog, type RepeatedSlot } from './kept-log.js';
import { LogUnreachable, type PublicLog } from './public-log.js';
import type { Given } from './read-given.js';
import { SeenCheckpoints } from './seen-checkpoints.js';

/** Bundles that are asked for at once. */
const AT_ONCE = 8;

export interface MonitorOptions {
  log: PublicLog;
  trust: Trust;
  given: Given;
  /** Where it keeps what it saw; its own. */
  directory: string;
  /** Seconds that the cosignatures may be old. */
  silentAfter: number;
}

/** Follows a log from outside, and holds everything that it ever saw of it against each other. */
export class Monitor {
  private readonly file: EntryFile;
  private readonly seen: SeenCheckpoints;
  private readonly kept: KeptLog;
  private readonly believed: CheckpointTrust;
  private readonly claims: Claim[];
  /** What is known of the log for good, by its text. */
  private readonly lasting = new Map<string, Finding>();
  /** What came of the given elements, when the log could be read last. */
  private ofElements: Finding[] = [];
  private judged: { text: string; findings: Finding[] } | null = null;

  /** @throws CommandError where what it kept is damaged. */
  constructor(private readonly options: MonitorOptions) {
    const { directory, given, trust } = options;
    this.believed = { ...trust, cosigners: trust.witnesses };
    this.file = new EntryFile(join(directory, 'entries'));
    this.seen = new SeenCheckpoints(join(directory, 'checkpoints.ndjson'));
    this.kept = new KeptLog(this.file);
    const { claims, unchecked } = claimsOf(given, this.seen, this.believed);
    this.claims = claims;
    this.learn(unchecked.map((finding) => ({ finding })));
    this.resume(directory);
  }

  get size(): number {
    return this.kept.size;
  }

  /** Looks at the log once. Alarms of earlier looks that are still true are among the findings. */
  async look(): Promise<Finding[]> {
    const { log, given, trust, silentAfter } = this.options;
    const ofCosignatures: Finding[] = [];
    const ofLog: Finding[] = [];
    try {
      const note = await log.checkpoint();
      const opened = openCheckpoint(note, this.believed);
      ofCosignatures.push(...judgeCosignatures(opened, { quorum: trust.quorum, silentAfter }));
      ofLog.push(...(await this.judge(note, opened)));
      if (ofLog.every(({ level }) => level !== 'alarm')) ofLog.push(...(await this.lookAgain()));
    } catch (error) {
      ofLog.push(failureOf(error));
    }
    // What is not read yet is not missing.
    if (ofLog.every(({ level }) => level !== 'alarm')) {
      this.ofElements = given.elements.check(this.kept, trust.origin);
    }
    return [...ofCosignatures, ...ofLog, ...this.lasting.values(), ...this.ofElements];
  }

  close(): void {
    this.file.close();
    this.seen.close();
  }

  /** Reads everything that it kept anew, as nobody knows what became of it. */
  private resume(directory: string): void {
    const held = this.seen.all.filter((each) => each.held).map(({ checkpoint }) => checkpoint);
    const size = Math.max(0, ...held.map((checkpoint) => checkpoint.size));
    if (this.file.size < size) throw new CommandError(`${directory} is damaged: entries are missing.`);
    this.file.truncate(size);
    const sound = held.map((checkpoint) => ({ ...checkpoint, finding: null }));
    const refuted = this.kept.refute([...sound, ...this.claims]);
    if (refuted.some(({ finding }) => finding === null)) {
      throw new CommandError(
        `${directory} is damaged: its entries do not lead to the roots that they led to.`,
      );
    }
    this.learn(refuted);
    this.tellRepeated(this.kept.take(size));
  }

  private async judge(note: string, { checkpoint }: OpenedCheckpoint): Promise<Finding[]> {
    const text = `${checkpoint.size} ${checkpoint.root.toString('hex')}`;
    // Only what was found sound need not be looked at again.
    if (this.judged?.text === text && this.judged.findings.length === 0) return [];
    const findings = await this.compare(note, checkpoint);
    this.judged = { text, findings: findings.filter(({ level }) => level === 'alarm') };
    return findings;
  }

  private async compare(note: string, checkpoint: Checkpoint): Promise<Finding[]> {
    const { size } = this.kept;
    if (checkpoint.size > size) return this.grow(note, checkpoint);
    const isForked = this.kept.refute([checkpoint]).length > 0;
    this.seen.add(note, checkpoint, !isForked);
    if (isForked) this.learn([{ finding: forkAt(checkpoint.size) }]);
    if (checkpoint.size === size) return [];
    const text = `It serves a tree of ${checkpoint.size} entries, and served one of ${size}.`;
    return [alarm('log.rollback', text)];
  }

  private async grow(note: string, checkpoint: Checkpoint): Promise<Finding[]> {
    const from = this.kept.size;
    this.kept.drop();
    try {
      const altered = await this.download(from, checkpoint.size);
      if (altered !== null) return [altered];
      const signed: Claim = { ...checkpoint, finding: forkAt(checkpoint.size) };
      const refuted = this.kept.refute([signed, ...this.claims.filter(({ size }) => size > from)]);
      if (refuted.includes(signed)) return [await this.explain(from, checkpoint)];
      this.seen.add(note, checkpoint, true);
      this.tellRepeated(this.kept.take(checkpoint.size));
      this.learn(refuted);
      return [news('log.grew', `It has ${checkpoint.size} entries, ${checkpoint.size - from} of them new.`)];
    } finally {
      if (this.kept.size === from) {
        this.kept.drop();
        // It signed it, whatever it serves: the entries of that size must lead to it one day.
        if (this.seen.add(note, checkpoint, false)) {
          this.claims.push({ ...checkpoint, finding: forkAt(checkpoint.size) });
        }
      }
    }
  }

  /** Stages the entries up to a size; an alarm where one that is kept is not what it was. */
  private async download(from: number, to: number): Promise<Finding | null> {
    const { log } = this.options;
    const last = Math.ceil(to / TILE_WIDTH);
    for (let number = Math.floor(from / TILE_WIDTH); number < last; number += AT_ONCE) {
      const numbers = Array.from({ length: Math.min(AT_ONCE, last - number) }, (_, at) => number + at);
      const bundles = await Promise.all(
        numbers.map((each) => log.entries(each, Math.min(TILE_WIDTH, to - each * TILE_WIDTH))),
      );
      const bytes = Buffer.concat(bundles);
      const first = number * TILE_WIDTH;
      const known = this.kept.read(first, Math.max(first, from));
      if (!bytes.subarray(0, known.length).equals(known)) return entriesAltered(first, from);
      this.kept.stage(bytes.subarray(known.length));
    }
    return null;
  }

  /** Why entries do not lead to a root that the log signed. */
  private async explain(from: number, { size, root }: Checkpoint): Promise<Finding> {
    const isGrown = from === 0 || (await this.tilesSay(from, this.kept.root, size, root));
    return isGrown
      ? alarm('log.entries', `Its entries from ${from} do not lead to the root that it signed at ${size}.`)
      : alarm(
          'log.fork',
          `The tree that it signed at ${size} did not grow from the one that it signed at ${from}.`,
        );
  }

  /** Whether the log's tiles lead to both roots; also where they cannot be read, for nothing is said against it then. */
  private async tilesSay(from: number, fromRoot: Buffer, to: number, toRoot: Buffer): Promise<boolean> {
    const tree = new TileTree(to, (tile) => this.options.log.tile(tile));
    try {
      return sameHash(await tree.root(from), fromRoot) && sameHash(await tree.root(), toRoot);
    } catch (error) {
      if (error instanceof LogUnreachable) return true;
      throw error;
    }
  }

  /** Compares a bundle of long ago with what it was: nobody asks for those again, who follows a log. */
  private async lookAgain(): Promise<Finding[]> {
    const full = Math.floor(this.kept.size / TILE_WIDTH);
    if (full === 0) return [];
    const number = Math.floor(Math.random() * full);
    const first = number * TILE_WIDTH;
    const bytes = await this.options.log.entries(number, TILE_WIDTH);
    const isSame = bytes.equals(this.kept.read(first, first + TILE_WIDTH));
    return isSame ? [] : [entriesAltered(first, first + TILE_WIDTH)];
  }

  private tellRepeated(repeated: readonly RepeatedSlot[]): void {
    this.learn(
      repeated.map(({ index, first }) => {
        const text = `The slot of entry ${first} occurs again in entry ${index}.`;
        return { finding: alarm('log.slot_twice', text) };
      }),
    );
  }

  private learn(learnt: readonly { finding: Finding | null }[]): void {
    for (const { finding } of learnt) if (finding !== null) this.lasting.set(finding.text, finding);
  }
}

function failureOf(error: unknown): Finding {
  if (error instanceof EvidenceError) return alarm('log.checkpoint', error.message);
  if (error instanceof LogUnreachable) return alarm('log.unreachable', error.message);
  throw error;
}

function entriesAltered(from: number, to: number): Finding {
  return alarm('log.entries', `Entries from ${from} below ${to} are not what they were.`);
}
