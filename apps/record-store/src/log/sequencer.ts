import type { Frontier, KeyRing } from '@service/evidence';
import {
  inTransaction,
  needsCode,
  type EventAuthentication,
  underLease,
  type Lease,
} from '@service/event-store';
import type { Duty } from '@service/messaging';
import type { CheckpointStore } from '@service/messaging/checkpoints';
import { type Logger } from '@service/platform/logging';
import { Pause, PeriodicTask, OutageLog, withinTime } from '@service/platform/scheduling';
import type { Pool } from 'pg';
import { CheckpointSigner } from './checkpoint-signer.js';
import { SlotTakenError, commitBatch } from './commit-batch.js';
import type { SourcePositions } from './cut-page.js';
import { bySlots } from './free-slots.js';
import { GrownTree } from './grown-tree.js';
import { leafOf, type Leaf } from './leaf-of.js';
import type { LogSchemas } from './log-schemas.js';
import { LogRefusedError } from './log-refused-error.js';
import { openLog, readLogState } from './log-state.js';
import { confirmHead, publishCheckpoint, refreshHead, type Reached } from './publish-checkpoint.js';
import { readWaitingSeals, type WaitingSeals } from './seals.js';
import { findSoundLog } from './sound-log.js';
import { readWaitingElements, type WaitingElement, type WaitingPage } from './waiting-elements.js';

/**
 * Milliseconds between the starts of two batches, also where something may wait without a nudge. However few elements it has, a batch
 * costs four statements, a signature and a file.
 */
const PAUSE = 100;
const REFRESH = 1_000;
/** Most milliseconds for the last confirmation of a sequencer that ends. */
const PARTING = 500;
/** Most elements in one batch from each event table. */
const BATCH = 2_000;

export interface SequencerOptions {
  pool: Pool;
  schemas: LogSchemas;
  keys: KeyRing;
  /** Authentication of the elements of keys; forged ones are not logged. */
  authentication: Pick<EventAuthentication, 'accepts'>;
  checkpoints: CheckpointStore;
  logger: Logger;
  /** Origin of a log that is opened now; an existing log keeps its origin. */
  origin: string;
  /** Milliseconds after which the head is confirmed. */
  refresh?: number;
  /**
   * Whether `nudge` is called for every append to the event tables, as far as is known; by default it is not. Seals that
   * another replica stored are found when the head is confirmed.
   */
  isTold?: () => boolean;
  /** Called after a head was published or confirmed. */
  onHead?: () => void;
}

/** Status of a sequencer. */
export interface SequencerStatus {
  /** Why the log must not go on; null while it may. */
  refused: string | null;
  /** Number of leaves; null until the log was checked. */
  size: number | null;
  /** Milliseconds of the monotonic clock when the head was last confirmed; null before that. */
  headAt: number | null;
  /** Milliseconds of the last batch, from reading to publishing; null before the first. */
  batchDuration: number | null;
  /** Elements that were not sequenced because their rows were changed or forged, or their slots taken. */
  skipped: number;
}

/** The log's state between two batches, which is read again after every failure. */
interface OpenLog {
  origin: string;
  signer: CheckpointSigner;
  frontier: Frontier;
  positions: SourcePositions;
  /** The next page, which is read while the current one is written; null where there is none. */
  ahead: Promise<WaitingPage> | null;
}

/**
 * Sequences all elements of an environment into its transparency log; one replica does it at a time.
 *
 * A batch has three steps: leaves, tiles and state are committed; the checkpoint is signed and stored outside
 * the database; it is published. A crash between two steps leaves a log that the next sequencer finds sound and
 * finishes: every published checkpoint was stored before, every stored one was committed before, and committed data
 * is only added to. Only the first commit waits for the disk: what a crash of the database takes of the last one is
 * published again as it was, by the state.
 */
export class Sequencer implements Duty {
  private readonly outage: OutageLog;
  private lease: Lease | null = null;
  private running = false;
  private finished: Promise<void> = Promise.resolve();
  private nudged = false;
  /** When seals are read next, by the monotonic clock. */
  private sealsDueAt = 0;
  /** The newest transaction of a nudge; -1 for none. */
  private awaited = -1n;
  /** Everything of transactions below this id is in the log. */
  private covered = 0n;
  private readonly shortest = new Pause();
  private readonly idle = new Pause();
  private log: OpenLog | null = null;
  private readonly refreshAfter: number;
  private refreshedAt = 0;
  /** Size of the newest tree that this process published; null where elements wait that are older. */
  private published: number | null = null;
  private readonly confirming: PeriodicTask;
  private currentStatus: SequencerStatus = INITIAL_STATUS;

  constructor(private readonly options: SequencerOptions) {
    this.outage = new OutageLog(options.logger, 'The transparency log');
    this.refreshAfter = options.refresh ?? REFRESH;
    const outage = new OutageLog(options.logger, 'Confirming the head of the transparency log');
    this.confirming = new PeriodicTask(() => this.confirm(), this.refreshAfter, outage);
  }

  /** Null where another replica sequences. */
  get status(): SequencerStatus | null {
    return this.running ? this.currentStatus : null;
  }

  begin(lease: Lease | null): Promise<void> {
    this.lease = lease;
    this.running = true;
    this.currentStatus = INITIAL_STATUS;
    // Not awaited: a failure to sequence may pass, and must not prevent the app's start.
    this.finished = this.run();
    this.confirming.start();
    return Promise.resolve();
  }

  /** Resolves after the batch under way. */
  async end(): Promise<void> {
    this.running = false;
    this.shortest.over();
    this.idle.over();
    await Promise.all([this.finished, this.confirming.stop()]);
    // The next sequencer then has the longest time until gateways refuse. One that has lost its lease confirms nothing.
    if (this.published !== null) await withinTime(this.confirmHead(this.published), PARTING);
    this.log = null;
    this.published = null;
  }

  /** Ends the pause, after an append by a transaction that was not read yet, or after a seal. */
  nudge(transaction = -1n): void {
    if (transaction >= 0n && transaction < this.covered) return;
    if (transaction < 0n) this.sealsDueAt = 0;
    if (transaction > this.awaited) this.awaited = transaction;
    this.nudged = true;
    this.idle.over();
  }

  private async run(): Promise<void> {
    while (this.running) {
      const began = performance.now();
      this.nudged = false;
      let more = false;
      try {
        this.log ??= await this.open();
        more = await this.sequence(this.log);
        this.outage.over();
      } catch (error) {
        this.log = null;
        this.sealsDueAt = 0;
        if (error instanceof LogRefusedError) {
          this.refuse(error);
          return;
        }
        if (this.running) this.outage.seen(error);
      }
      if (!more) await this.pause(began);
    }
  }

  private refuse(error: LogRefusedError): void {
    this.published = null;
    this.currentStatus = { ...this.currentStatus, refused: error.message };
    this.options.logger.error(
      { cause: error.message },
      'The transparency log must not go on, and nothing is sequenced. See `npm run recover`.',
    );
  }

  /** Checks the log against its stored checkpoints, and publishes what an earlier sequencer left unfinished. */
  private async open(): Promise<OpenLog> {
    const { pool, schemas, keys, checkpoints, origin: configured } = this.options;
    // Before the log is read: a checkpoint that is stored in between must not look like one of a larger log.
    const stored = await checkpoints.load();
    await underLease(pool, this.lease, (client) => openLog(client, schemas.log, configured));
    const begin = 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY';
    const { state, sound, signer } = await inTransaction(pool, begin, async (client) => {
      const read = await readLogState(client, schemas.log);
      const own = new CheckpointSigner(read.origin, keys);
      return {
        state: read,
        signer: own,
        sound: await findSoundLog(client, schemas.log, read, stored, own),
      };
    });
    const { origin, positions, covered } = state;
    if (state.head !== null && stored.length === 0) {
      const { logger } = this.options;
      logger.warn(
        'No checkpoint of the log was stored outside the database: whether the log is complete is unknown.',
      );
    }
    const log = { origin, signer, frontier: sound.frontier, positions, ahead: null };
    // Even if nothing is unfinished: the key ring may have changed since the last signature.
    const at = new Date(0);
    await this.publish(log, sound.unpublished, { covered, at });
    return log;
  }

  /** Sequences the waiting elements; answers whether there may be more. */
  private async sequence(log: OpenLog): Promise<boolean> {
    const { pool, schemas } = this.options;
    const began = performance.now();
    const seals = await this.readSeals(log, began);
    const page = await (log.ahead ?? readWaitingElements(pool, schemas, log.positions, BATCH));
    log.ahead = page.full ? readWaitingElements(pool, schemas, page.positions, BATCH) : null;
    // Where this batch fails, nothing awaits the page.
    log.ahead?.catch(() => undefined);
    page.positions = new Map([...log.positions, ...page.positions, ...seals.positions]);
    const leaves = [...this.leavesOf(log, page.elements), ...seals.leaves];
    const tree = await this.commit(log, leaves, page);
    if (tree === null) {
      await this.refresh(log, page);
      this.advance(log, page);
      return page.full;
    }
    log.frontier = tree.frontier;
    this.advance(log, page);
    await this.publish(log, tree, { covered: page.covered, at: page.readAt });
    this.currentStatus = { ...this.currentStatus, batchDuration: performance.now() - began };
    return page.full;
  }

  /** Reads the seals where one may wait: another replica's are not told. */
  private async readSeals({ origin, positions }: OpenLog, now: number): Promise<WaitingSeals> {
    if (now < this.sealsDueAt) return { leaves: [], positions: new Map() };
    const { pool, schemas } = this.options;
    this.sealsDueAt = now + this.refreshAfter;
    const seals = await readWaitingSeals(pool, schemas.log, origin, positions);
    if (seals.leaves.length > 0) this.sealsDueAt = 0;
    return seals;
  }

  private advance(log: OpenLog, { positions, covered }: WaitingPage): void {
    log.positions = positions;
    this.covered = covered;
  }

  /** Commits the leaves whose slots are free; null where there are none. */
  private async commit(log: OpenLog, leaves: readonly Leaf[], page: WaitingPage): Promise<GrownTree | null> {
    const { pool, schemas, logger } = this.options;
    if (leaves.length === 0) return null;
    const tree = new GrownTree(log.frontier, leaves);
    try {
      await commitBatch(pool, this.lease, schemas.log, log.origin, tree, page);
      return tree;
    } catch (error) {
      if (!(error instanceof SlotTakenError)) throw error;
      // One forged row must not block all other elements: a fork of a history, or a second use of an issuer's signature.
      const { free, taken } = await bySlots(pool, schemas.log, leaves);
      if (taken.length === 0) throw error;
      for (const { subjectId, sequence } of taken) {
        logger.error(
          { subject_id: subjectId, sequence },
          'The slot of an element is taken by another one: it is left out of the transparency log.',
        );
        this.skip();
      }
      return this.commit(log, free, page);
    }
  }

  private leavesOf({ origin }: OpenLog, elements: readonly WaitingElement[]): Leaf[] {
    return elements.flatMap((element) => {
      // A forged key in the log could sign everything; authentication has raised its alarm.
      if (needsCode(element.event) && !this.options.authentication.accepts(element.event)) {
        this.skip();
        return [];
      }
      try {
        return leafOf(origin, element);
      } catch (error) {
        // A corrupted row must not block all other elements. Its record is not verified.
        const { subjectId, sequence } = element;
        this.options.logger.error(
          { err: error, subject_id: subjectId, sequence },
          'An element was changed and has no slot: it is left out of the transparency log.',
        );
        this.skip();
        return [];
      }
    });
  }

  private skip(): void {
    this.currentStatus = { ...this.currentStatus, skipped: this.currentStatus.skipped + 1 };
  }

  /** Signs a committed tree, stores its checkpoint outside the database, and then publishes it. */
  private async publish(log: OpenLog, tree: GrownTree, reached: Reached): Promise<void> {
    const note = log.signer.sign(tree);
    await this.options.checkpoints.store(note);
    const { pool, schemas } = this.options;
    await publishCheckpoint(pool, this.lease, schemas.log, log.origin, tree, note, reached);
    if (reached.at.getTime() > 0) this.recordHead(tree.size);
    // Nothing confirms the head of a backlog: it is the newest, and not current.
    else this.published = null;
  }

  private async refresh(log: OpenLog, page: WaitingPage): Promise<void> {
    if (performance.now() - this.refreshedAt < this.refreshAfter && this.currentStatus.headAt !== null)
      return;
    const { pool, schemas } = this.options;
    const { origin, frontier } = log;
    const reached = { covered: page.covered, at: page.readAt };
    const known = { origin, size: frontier.size };
    await refreshHead(pool, this.lease, schemas.log, known, page.positions, reached);
    this.recordHead(frontier.size);
  }

  /**
   * Confirms the published head while the next checkpoint cannot be stored, as in an outage of the broker. The
   * published head is then the newest one that anyone can know, so answers stay current as of it and must not
   * appear to be of a dead log.
   */
  private async confirm(): Promise<void> {
    const size = this.published;
    // A sequencer that is not held up confirms it by itself.
    if (size === null || performance.now() - this.refreshedAt < 2 * this.refreshAfter) return;
    await this.confirmHead(size);
  }

  private confirmHead(size: number): Promise<void> {
    const { pool, schemas } = this.options;
    return confirmHead(pool, this.lease, schemas.log, size);
  }

  private recordHead(size: number): void {
    this.refreshedAt = performance.now();
    this.published = size;
    this.currentStatus = { ...this.currentStatus, size, headAt: this.refreshedAt };
    this.options.onHead?.();
  }

  /** Waits for a nudge, but long enough that appends share batches. */
  private async pause(began: number): Promise<void> {
    if (this.running) await this.shortest.of(PAUSE - (performance.now() - began));
    if (this.running && !this.nudged) await this.idle.of(this.untilDue());
  }

  /** Milliseconds until something may have to be read, or the head be confirmed. */
  private untilDue(): number {
    const knowsAll = this.options.isTold?.() === true && this.log !== null && this.awaited < this.covered;
    return knowsAll ? Math.ceil(this.refreshedAt + this.refreshAfter - performance.now()) : 0;
  }
}

const INITIAL_STATUS: SequencerStatus = {
  refused: null,
  size: null,
  headAt: null,
  batchDuration: null,
  skipped: 0,
};
