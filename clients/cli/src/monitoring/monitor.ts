import { join } from 'node:path';
import {
  EvidenceError,
  LogUnreadable,
  TILE_WIDTH,
  cosignedAt,
  cosignedByNow,
  encodeHex,
  openCheckpoint,
  requireCurrent,
  type Checkpoint,
  type CheckpointTrust,
  type Clock,
  type OpenedCheckpoint,
  type PublicLog,
  type Trust,
} from '@service/evidence';
import { CommandError, reasonOf } from '../errors.js';
import { largestOf } from '../largest-of.js';
import { judgeCosignatures } from './cosignature-rules.js';
import { claimsOf, forkAt, type Claim } from './claims.js';
import { EntryFile } from './entry-file.js';
import { alarm, news, type Finding } from './finding.js';
import { checkPositions, type GivenPosition } from './given-positions.js';
import { GrowthProof } from './growth-proof.js';
import { provenRoots, storePrefix } from './proven-prefix.js';
import { StoredLog, type RepeatedSlot } from './stored-log.js';
import type { Given } from './read-given.js';
import { SeenCheckpoints } from './seen-checkpoints.js';
import { WitnessedSizes } from './witnessed-sizes.js';

/** Most entry bundles that are requested at a time. */
const AT_ONCE = 8;
/** Most entries that one look downloads: 64 MiB. */
const ENTRIES_PER_LOOK = 2 ** 20;
/** Most repeated slots that are named: a log can repeat every slot. */
const REPEATED_AT_MOST = 10;

export interface MonitorOptions {
  log: PublicLog;
  trust: Trust;
  given: Given;
  /** The monitor's state directory, not shared with others. */
  directory: string;
  /** Maximum age of the cosignatures in seconds. */
  silentAfter: number;
  /** Milliseconds by which two clocks may differ. */
  clockSlack: number;
  /** Whether the policy of the trust may have expired. */
  allowExpiredPolicy?: boolean;
  /** Entries that one look downloads at most, 256 or more. */
  entriesPerLook?: number;
}

/** Follows a log from outside, and compares it with everything seen before. */
export class Monitor {
  private readonly file: EntryFile;
  private readonly seen: SeenCheckpoints;
  private readonly log: StoredLog;
  private readonly believed: CheckpointTrust;
  private readonly claims: Claim[];
  /** Permanent findings about the log, by text. */
  private readonly lasting = new Map<string, Finding>();
  /** Findings about the given elements as of the last successful reading of the log. */
  private ofElements: Finding[] = [];
  private judged: { text: string; findings: Finding[] } | null = null;
  private readonly witnessed = new WitnessedSizes();
  /** How many of the seen checkpoints are in `witnessed`. */
  private counted = 0;
  private readonly positions: readonly GivenPosition[];
  /** When enough witnesses had cosigned the checkpoint of the current check. */
  private cosigned: number | null = null;
  private repeated = 0;
  private readonly prefixFile: string;

  /** @throws CommandError where the stored state is damaged. */
  constructor(private readonly options: MonitorOptions) {
    const { directory, given, trust } = options;
    this.prefixFile = join(directory, 'prefix.json');
    this.believed = { ...trust, cosigners: trust.witnesses };
    this.file = new EntryFile(join(directory, 'entries'));
    this.seen = new SeenCheckpoints(join(directory, 'checkpoints.ndjson'));
    this.log = new StoredLog(this.file);
    const { claims, unchecked } = claimsOf(given, this.seen, this.believed);
    this.claims = claims;
    this.learn([...given.findings, ...unchecked].map((finding) => ({ finding })));
    for (const { note } of given.notes) this.witness(note);
    this.positions = given.roots.filter(({ origin }) => origin === trust.origin);
    this.resume(directory);
  }

  get size(): number {
    return this.log.size;
  }

  /** Whether the log signed more entries than have been read. */
  get isBehind(): boolean {
    return this.size < this.seen.largest;
  }

  /** Checks the log once. The findings include alarms of earlier checks that are still true. */
  async look(): Promise<Finding[]> {
    const { log, given, trust, silentAfter } = this.options;
    const ofCosignatures: Finding[] = [];
    const ofLog: Finding[] = [];
    try {
      const note = await log.checkpoint();
      const opened = openCheckpoint(note, this.believed);
      ofCosignatures.push(...judgeCosignatures(opened, trust, silentAfter, this.clock()));
      this.cosigned = cosignedAt(cosignedByNow(opened, this.clock()), trust);
      ofLog.push(...(await this.judge(note, opened)));
      if (ofLog.every(({ level }) => level !== 'alarm')) ofLog.push(...(await this.lookAgain()));
    } catch (error) {
      ofLog.push(failureOf(error));
    }
    this.checkPositions();
    // While entries are still unread, no element counts as missing.
    if (!this.isBehind && ofLog.every(({ level }) => level !== 'alarm')) {
      this.ofElements = given.elements.check(this.log, trust.origin, this.seen.all, this.options.clockSlack);
    }
    const ofClock = [...this.checkPolicy(), ...this.checkClock()];
    return [...ofClock, ...ofCosignatures, ...ofLog, ...this.lasting.values(), ...this.ofElements];
  }

  private checkPolicy(): Finding[] {
    const { policy } = this.options.trust;
    if (policy === null || this.options.allowExpiredPolicy === true) return [];
    const { now, slack } = this.clock();
    try {
      requireCurrent(policy, now, slack);
      return [];
    } catch (error) {
      return [alarm('policy.expiry', reasonOf(error))];
    }
  }

  private clock(): Clock {
    return { now: new Date(), slack: this.options.clockSlack };
  }

  /** The monitor’s own times count as proof, so that its clock must not have gone back. */
  private checkClock(): Finding[] {
    const seen = this.seen.lastSeen;
    const { now, slack } = this.clock();
    if (seen <= now.getTime() + slack) return [];
    const text = `The clock says ${now.toISOString()}, and the log was seen at ${new Date(seen).toISOString()} before: one is wrong.`;
    return [alarm('monitor.clock', text)];
  }

  /** Compares the times of given answers with the known growth of the log. A refutation is permanent. */
  private checkPositions(): void {
    for (const { checkpoint, knownSince } of this.seen.all.slice(this.counted)) {
      this.witnessed.add(checkpoint.size, knownSince);
    }
    this.counted = this.seen.all.length;
    const found = checkPositions(this.positions, this.witnessed, this.options.clockSlack);
    this.learn(found.map((finding) => ({ finding })));
  }

  /** Notes the time at which enough witnesses had cosigned a given checkpoint. */
  private witness(note: string): void {
    try {
      const opened = openCheckpoint(note, this.believed);
      const at = cosignedAt(cosignedByNow(opened, this.clock()), this.options.trust);
      if (at !== null) this.witnessed.add(opened.checkpoint.size, at);
    } catch (error) {
      // An invalid checkpoint gives no time; `claimsOf` reports it.
      if (!(error instanceof EvidenceError)) throw error;
    }
  }

  close(): void {
    this.file.close();
    this.seen.close();
  }

  /** Reads and checks the stored state again, because it may have been damaged meanwhile. */
  private resume(directory: string): void {
    const held = provenRoots(this.prefixFile, this.seen);
    const size = largestOf([0, ...held.map((checkpoint) => checkpoint.size)]);
    if (this.file.size < size) throw new CommandError(`${directory} is damaged: entries are missing.`);
    this.file.truncate(size);
    const sound = held.map(({ size: upTo, root }) => ({ size: upTo, root, finding: null }));
    const refuted = this.log.refute([...sound, ...this.claims]);
    if (refuted.some(({ finding }) => finding === null)) {
      throw new CommandError(`${directory} is damaged: its entries do not lead to their earlier roots.`);
    }
    this.learn(refuted);
    this.tellRepeated(this.log.take(size));
  }

  private async judge(note: string, { checkpoint }: OpenedCheckpoint): Promise<Finding[]> {
    const text = `${checkpoint.size} ${encodeHex(checkpoint.root)}`;
    // Only a checkpoint without findings need not be compared again.
    if (this.judged?.text === text && this.judged.findings.length === 0) return [];
    const findings = await this.compare(note, checkpoint);
    // A checkpoint ahead of the entries is checked further at the next look.
    if (this.size >= checkpoint.size) {
      this.judged = { text, findings: findings.filter(({ level }) => level === 'alarm') };
    }
    return findings;
  }

  private async compare(note: string, checkpoint: Checkpoint): Promise<Finding[]> {
    const { largest } = this.seen;
    const findings =
      checkpoint.size > this.log.size
        ? await this.grow(note, checkpoint)
        : this.compareRoot(note, checkpoint);
    if (checkpoint.size >= largest) return findings;
    const text = `It serves a tree of ${checkpoint.size} entries, and served one of ${largest}.`;
    return [...findings, alarm('log.rollback', text)];
  }

  private compareRoot(note: string, checkpoint: Checkpoint): Finding[] {
    const isForked = this.log.refute([checkpoint]).length > 0;
    this.seen.add(note, checkpoint, { held: !isForked, cosigned: this.cosigned });
    if (isForked) this.learn([{ finding: forkAt(checkpoint.size) }]);
    return [];
  }

  /** Downloads new entries, not more than one look may; the next look goes on from there. */
  private async grow(note: string, checkpoint: Checkpoint): Promise<Finding[]> {
    const { size } = checkpoint;
    const from = this.log.size;
    const most = from + (this.options.entriesPerLook ?? ENTRIES_PER_LOOK);
    // Reads whole bundles, because the log need not serve a partial bundle of this size.
    const to = size <= most ? size : Math.floor(most / TILE_WIDTH) * TILE_WIDTH;
    this.log.drop();
    try {
      const growth = new GrowthProof(this.options.log, checkpoint);
      const wrong =
        (await growth.proveClaim(from, this.log.root)) ??
        (await this.download(from, to)) ??
        (await growth.proveEntries(from, to, this.log.rootAt(to)));
      if (wrong !== null) return [wrong];
      const refuted = this.log.refute(this.claims.filter((claim) => claim.size > from));
      this.tellRepeated(this.log.take(to));
      this.learn(refuted);
      if (to < size) {
        await storePrefix(this.prefixFile, { size: to, root: this.log.root });
        return [news('log.partly_read', `It has ${size} entries, of which ${to} are read.`)];
      }
      this.seen.add(note, checkpoint, { held: true, cosigned: this.cosigned });
      return [news('log.grew', `It has ${size} entries, ${size - from} of them new.`)];
    } finally {
      this.log.drop();
      // The log signed this root, so its entries must lead to it once they are complete.
      if (this.log.size < size && this.seen.add(note, checkpoint, { held: false, cosigned: this.cosigned })) {
        this.claims.push({ ...checkpoint, finding: forkAt(size) });
      }
    }
  }

  /** Stages the entries up to a size. @returns an alarm where a stored entry has changed. */
  private async download(from: number, to: number): Promise<Finding | null> {
    let first = Math.floor(from / TILE_WIDTH) * TILE_WIDTH;
    for await (const entries of this.options.log.entries(from, to, AT_ONCE)) {
      const bytes = Buffer.concat(entries);
      const stored = this.log.read(first, Math.max(first, from));
      if (!bytes.subarray(0, stored.length).equals(stored)) return entriesAltered(first, from);
      this.log.stage(bytes.subarray(stored.length));
      first += entries.length;
    }
    return null;
  }

  /** Compares a random old bundle with the stored one: otherwise, old bundles would never be read again. */
  private async lookAgain(): Promise<Finding[]> {
    const full = Math.floor(this.log.size / TILE_WIDTH);
    if (full === 0) return [];
    const number = Math.floor(Math.random() * full);
    const first = number * TILE_WIDTH;
    const bundle = await this.options.log.bundle(number, this.log.size);
    const isSame = Buffer.concat(bundle).equals(this.log.read(first, first + TILE_WIDTH));
    return isSame ? [] : [entriesAltered(first, first + TILE_WIDTH)];
  }

  private tellRepeated(repeated: readonly RepeatedSlot[]): void {
    const named = repeated.slice(0, Math.max(0, REPEATED_AT_MOST - this.repeated));
    this.repeated += named.length;
    const texts = named.map(
      ({ index, first }) => `The slot of entry ${first} occurs again in entry ${index}.`,
    );
    if (named.length < repeated.length) {
      texts.push(`More slots occur again; only the first ${REPEATED_AT_MOST} are named.`);
    }
    this.learn(texts.map((text) => ({ finding: alarm('log.slot_twice', text) })));
  }

  private learn(learnt: readonly { finding: Finding | null }[]): void {
    for (const { finding } of learnt) if (finding !== null) this.lasting.set(finding.text, finding);
  }
}

function failureOf(error: unknown): Finding {
  if (error instanceof EvidenceError) return alarm('log.checkpoint', error.message);
  if (error instanceof LogUnreadable) return alarm('log.unreachable', error.message);
  throw error;
}

function entriesAltered(from: number, to: number): Finding {
  return alarm('log.entries', `Entries from ${from} below ${to} have changed.`);
}
