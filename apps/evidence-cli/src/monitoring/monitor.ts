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
} from '@service/evidence';
import { StartError } from '@service/platform';
import { judgeCosignatures, type CosignatureRules } from './cosignature-rules.js';
import { EntryFile } from './entry-file.js';
import { alarm, news, type Finding } from './finding.js';
import { KeptLog, type RepeatedSlot, type RootClaim } from './kept-log.js';
import { LogUnreachable, type PublicLog } from './public-log.js';
import type { Given } from './read-given.js';
import { SeenCheckpoints } from './seen-checkpoints.js';

/** Bundles that are asked for at once. */
const AT_ONCE = 8;

export interface MonitorOptions extends CosignatureRules {
  log: PublicLog;
  trust: CheckpointTrust;
  given: Given;
  /** Where it keeps what it saw; its own. */
  directory: string;
}

type Claim = RootClaim & { finding: Finding };

/** Follows a log from outside, and holds everything that it ever saw of it against each other. */
export class Monitor {
  private readonly file: EntryFile;
  private readonly seen: SeenCheckpoints;
  private readonly kept: KeptLog;
  private readonly claims: Claim[];
  /** What is known of the log for good. */
  private readonly lasting: Finding[] = [];
  private judged: { text: string; findings: Finding[] } | null = null;

  /** @throws StartError where what it kept is damaged. */
  constructor(private readonly options: MonitorOptions) {
    const { directory, given, trust } = options;
    this.file = new EntryFile(join(directory, 'entries'));
    this.seen = new SeenCheckpoints(join(directory, 'checkpoints.ndjson'));
    this.kept = new KeptLog(this.file);
    this.claims = this.claimsOf(given, trust);
    this.resume(directory);
  }

  get size(): number {
    return this.kept.size;
  }

  /** Looks at the log once. Alarms of earlier looks that are still true are among the findings. */
  async look(): Promise<Finding[]> {
    const findings: Finding[] = [];
    try {
      const note = await this.options.log.checkpoint();
      const opened = openCheckpoint(note, this.options.trust);
      findings.push(...judgeCosignatures(opened, this.options));
      findings.push(...(await this.judge(note, opened)));
      findings.push(...(await this.lookAgain()));
    } catch (error) {
      if (error instanceof EvidenceError) findings.push(alarm('log.checkpoint', error.message));
      else if (error instanceof LogUnreachable) findings.push(alarm('log.unreachable', error.message));
      else throw error;
    }
    const { given, trust } = this.options;
    return [...findings, ...this.lasting, ...given.elements.check(this.kept, trust.origin)];
  }

  close(): void {
    this.file.close();
    this.seen.close();
  }

  /** Reads everything that it kept anew, as nobody knows what became of it. */
  private resume(directory: string): void {
    const held = this.seen.all.filter((each) => each.held).map(({ checkpoint }) => checkpoint);
    const size = Math.max(0, ...held.map((checkpoint) => checkpoint.size));
    if (this.file.size < size) throw new StartError(`${directory} is damaged: entries are missing.`);
    this.file.truncate(size);
    if (this.kept.refute(held).length > 0) {
      throw new StartError(`${directory} is damaged: its entries do not lead to the roots that they led to.`);
    }
    const refuted = this.kept.refute(this.claims);
    this.told(this.kept.take(size));
    this.lasting.push(...refuted.map(({ finding }) => finding));
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
    if (isForked) this.lasting.push(forkAt(checkpoint.size));
    return checkpoint.size === size
      ? []
      : [alarm('log.rollback', `It serves a tree of ${checkpoint.size} entries, and served one of ${size}.`)];
  }

  private async grow(note: string, checkpoint: Checkpoint): Promise<Finding[]> {
    const from = this.kept.size;
    this.kept.drop();
    try {
      const altered = await this.download(from, checkpoint.size);
      if (altered !== null) return [altered];
      const refuted = this.kept.refute([checkpoint, ...this.claims.filter(({ size }) => size > from)]);
      if (refuted.some((claim) => claim === checkpoint)) {
        this.seen.add(note, checkpoint, false);
        return [await this.explain(from, checkpoint)];
      }
      this.seen.add(note, checkpoint, true);
      this.told(this.kept.take(checkpoint.size));
      this.lasting.push(...refuted.flatMap((claim) => ('finding' in claim ? [claim.finding] : [])));
      return [news('log.grew', `It has ${checkpoint.size} entries, ${checkpoint.size - from} of them new.`)];
    } finally {
      if (this.kept.size === from) this.kept.drop();
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
    const tree = new TileTree(size, (tile) => this.options.log.tile(tile));
    const [was, is] = [await tree.root(from), await tree.root()];
    if (from === 0 || (sameHash(is, root) && sameHash(was, this.kept.root))) {
      return alarm('log.entries', `Its entries from ${from} do not lead to the root that it signed at ${size}.`);
    }
    return alarm(
      'log.fork',
      `The tree that it signed at ${size} did not grow from the one that it signed at ${from}.`,
    );
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

  private told(repeated: readonly RepeatedSlot[]): void {
    this.lasting.push(
      ...repeated.map(({ index, first }) =>
        alarm('log.slot_twice', `The slot of entry ${first} occurs again in entry ${index}.`),
      ),
    );
  }

  private claimsOf({ roots, notes }: Given, trust: CheckpointTrust): Claim[] {
    const signed = notes.flatMap(({ note, by }) => {
      try {
        const { checkpoint } = openCheckpoint(note, trust);
        const text = `${by}: the log signed another tree at ${checkpoint.size} than the one that it serves.`;
        return [{ ...checkpoint, finding: alarm('log.fork', text) }];
      } catch (error) {
        if (!(error instanceof EvidenceError)) throw error;
        this.lasting.push(news('not_checked', `${by}: its checkpoint is none of the log. ${error.message}`));
        return [];
      }
    });
    const named = roots
      .filter(({ origin }) => origin === trust.origin)
      .map(({ size, root, by }) => {
        return { size, root, finding: alarm('answer.root', `${by}: the log never had the root that it names at ${size}.`) };
      });
    const contested = this.seen.all
      .filter(({ held }) => !held)
      .map(({ checkpoint }) => ({ ...checkpoint, finding: forkAt(checkpoint.size) }));
    return [...signed, ...named, ...contested];
  }
}

function forkAt(size: number): Finding {
  return alarm('log.fork', `It signed two trees of ${size} entries with different roots.`);
}

function entriesAltered(from: number, to: number): Finding {
  return alarm('log.entries', `Entries from ${from} below ${to} are not what they were.`);
}
