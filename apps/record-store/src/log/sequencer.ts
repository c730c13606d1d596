import type { Frontier, KeyRing } from '@service/evidence';
import { inTransaction, requireLease, type Lease } from '@service/event-store';
import type { Duty } from '@service/messaging';
import type { CheckpointStore } from '@service/messaging/checkpoints';
import { type Logger } from '@service/platform/logging';
import { Pause, PeriodicTask, OutageLog } from '@service/platform/scheduling';
import type { Pool, PoolClient } from 'pg';
import { CheckpointSigner } from './checkpoint-signer.js';
import { commitBatch } from './commit-batch.js';
import { GrownTree } from './grown-tree.js';
import { leafOf, type Leaf } from './leaf-of.js';
import type { LogSchemas } from './log-schemas.js';
import { LogRefusedError } from './log-refused-error.js';
import { openLog, readLogState } from './log-state.js';
import { confirmHead, publishCheckpoint, refreshHead, type Reached } from './publish-checkpoint.js';
import { readWaitingSeals } from './seals.js';
import { findSoundLog } from './sound-log.js';
import {
  readWaitingElements,
  type SourcePositions,
  type WaitingElement,
  type WaitingPage,
} from './waiting-elements.js';

/** Milliseconds from one batch's start to the next one's at the least, and to a look where nobody nudged. */
const PAUSE_MIN = 40;
const PAUSE_MAX = 80;
const REFRESH = 1_000;
/** Elements of one batch, from each event table. */
const BATCH = 2_000;

export interface SequencerOptions {
  pool: Pool;
  schemas: LogSchemas;
  keys: KeyRing;
  checkpoints: CheckpointStore;
  logger: Logger;
  /** The log's origin where it is opened here; one that was opened keeps its own. */
  origin: string;
  /** Milliseconds after which the head is said to hold still. */
  refresh?: number;
}

/** What a sequencer tells of itself. */
export interface SequencerStatus {
  /** Why the log must not go on; null while it does. */
  refused: string | null;
  /** Leaves; null until the log was found to be sound. */
  size: number | null;
  /** Milliseconds of the monotonic clock at which the head was said to hold; null before that. */
  headAt: number | null;
  /** Milliseconds that the last batch took, from reading to publishing; null before the first. */
  batchDuration: number | null;
  /** Elements that were not sequenced because their rows were changed. */
  skipped: number;
}

/** What is known of the log between two batches; it is read anew after every failure. */
interface KnownLog {
  origin: string;
  signer: CheckpointSigner;
  frontier: Frontier;
  positions: SourcePositions;
  /** The page after the one that is sequenced, where there is more: it is read while that one is written. */
  ahead: Promise<WaitingPage> | null;
}

/**
 * Sequences all elements of an environment into its transparency log; one replica does it at a time.
 *
 * A batch has three steps: leaves, tiles and state are committed; the checkpoint is signed and kept outside the
 * database; it is published with its receipts. Whoever ends between two of them leaves a log that the next one
 * finds sound and finishes: what is published was kept, what was kept was committed, and what was committed is
 * only ever added to.
 */
export class Sequencer implements Duty {
  private readonly outage: OutageLog;
  private lease: Lease | null = null;
  private running = false;
  private finished: Promise<void> = Promise.resolve();
  private nudged = false;
  private readonly shortest = new Pause();
  private readonly idle = new Pause();
  private log: KnownLog | null = null;
  private readonly refreshAfter: number;
  private refreshedAt = 0;
  /** Size of the newest tree that was published here. */
  private published: number | null = null;
  private readonly confirming: PeriodicTask;
  private told: SequencerStatus = NOTHING_TOLD;

  constructor(private readonly options: SequencerOptions) {
    this.outage = new OutageLog(options.logger, 'The transparency log');
    this.refreshAfter = options.refresh ?? REFRESH;
    const outage = new OutageLog(options.logger, 'Confirming the head of the transparency log');
    this.confirming = new PeriodicTask(() => this.confirm(), this.refreshAfter, outage);
  }

  /** Null where another replica sequences. */
  get status(): SequencerStatus | null {
    return this.running ? this.told : null;
  }

  begin(lease: Lease | null): Promise<void> {
    this.lease = lease;
    this.running = true;
    this.told = NOTHING_TOLD;
    // What keeps it from sequencing may be over later, and must not keep the app from starting.
    this.finished = this.run();
    this.confirming.start();
    return Promise.resolve();
  }

  /** Ends after the batch that is under way. */
  async end(): Promise<void> {
    this.running = false;
    this.shortest.over();
    this.idle.over();
    await Promise.all([this.finished, this.confirming.stop()]);
    this.log = null;
    this.published = null;
  }

  /** Something was appended here: it need not wait for the next look. */
  nudge(): void {
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
    this.told = { ...this.told, refused: error.message };
    this.options.logger.error(
      { cause: error.message },
      'The transparency log must not go on, and nothing is sequenced. See `npm run recover`.',
    );
  }

  /** Finds out whether the log is what was published of it, and publishes what a sequencer before left unfinished. */
  private async open(): Promise<KnownLog> {
    const { pool, schemas, keys, checkpoints, origin: configured } = this.options;
    // Before the log is read: a checkpoint that comes in between must not look like one of a larger log.
    const kept = await checkpoints.load();
    await this.write((client) => openLog(client, schemas.log, configured));
    const begin = 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY';
    const { state, sound, signer } = await inTransaction(pool, begin, async (client) => {
      const read = await readLogState(client, schemas.log);
      const own = new CheckpointSigner(read.origin, keys);
      return {
        state: read,
        signer: own,
        sound: await findSoundLog(client, schemas.log, read, kept, own),
      };
    });
    const { origin, positions, covered } = state;
    if (state.head !== null && kept.length === 0) {
      const { logger } = this.options;
      logger.warn('No checkpoint of the log was kept outside the database: nothing says that it is whole.');
    }
    const log = { origin, signer, frontier: sound.frontier, positions, ahead: null };
    // Also where nothing is unfinished: the ring may hold other keys than those that signed.
    const at = new Date(0);
    await this.publish(log, sound.unpublished, { covered, at });
    return log;
  }

  /** Sequences what waits; answers whether there may be more. */
  private async sequence(log: KnownLog): Promise<boolean> {
    const { pool, schemas } = this.options;
    const began = performance.now();
    const seals = await readWaitingSeals(pool, schemas.log, log.origin, log.positions);
    const page = await (log.ahead ?? readWaitingElements(pool, schemas, log.positions, BATCH));
    log.ahead = page.full ? readWaitingElements(pool, schemas, page.positions, BATCH) : null;
    // Where this batch fails, nobody asks for it.
    log.ahead?.catch(() => undefined);
    page.positions = new Map([...log.positions, ...page.positions, ...seals.positions]);
    const leaves = [...this.leavesOf(log, page.elements), ...seals.leaves];
    if (leaves.length === 0) {
      await this.refresh(log, page);
      log.positions = page.positions;
      return page.full;
    }
    const tree = new GrownTree(log.frontier, leaves);
    await this.write((client) => commitBatch(client, schemas.log, log.origin, tree, page));
    log.frontier = tree.frontier;
    log.positions = page.positions;
    await this.publish(log, tree, { covered: page.covered, at: page.readAt });
    this.told = { ...this.told, batchDuration: performance.now() - began };
    return page.full;
  }

  private leavesOf({ origin }: KnownLog, elements: readonly WaitingElement[]): Leaf[] {
    return elements.flatMap((element) => {
      try {
        return leafOf(origin, element);
      } catch (error) {
        // Everybody else's elements must not wait for a row that somebody has spoilt. Its record does not verify.
        const { subjectId, sequence } = element;
        this.options.logger.error(
          { err: error, subject_id: subjectId, sequence },
          'An element was changed so that it has no slot, and is left out of the transparency log.',
        );
        this.told = { ...this.told, skipped: this.told.skipped + 1 };
        return [];
      }
    });
  }

  /** Signs a committed tree, keeps its checkpoint outside the database, and then tells everybody. */
  private async publish(log: KnownLog, tree: GrownTree, reached: Reached): Promise<void> {
    const note = log.signer.sign(tree);
    await this.options.checkpoints.store(note);
    const schema = this.options.schemas.log;
    await this.write((client) => publishCheckpoint(client, schema, log.origin, tree, note, reached));
    if (reached.at.getTime() > 0) this.headHolds(tree.size);
  }

  private async refresh(log: KnownLog, page: WaitingPage): Promise<void> {
    if (performance.now() - this.refreshedAt < this.refreshAfter && this.told.headAt !== null) return;
    const schema = this.options.schemas.log;
    const { origin, frontier } = log;
    const reached = { covered: page.covered, at: page.readAt };
    await this.write((client) =>
      refreshHead(client, schema, { origin, size: frontier.size }, page.positions, reached),
    );
    this.headHolds(frontier.size);
  }

  /**
   * While the next checkpoint cannot be kept outside, as when the broker is away, what is published is the newest
   * that anybody can know: answers go on holding as of it, and must not seem to be of a dead log.
   */
  private async confirm(): Promise<void> {
    const size = this.published;
    if (size === null || performance.now() - this.refreshedAt < this.refreshAfter) return;
    await this.write((client) => confirmHead(client, this.options.schemas.log, size));
  }

  private headHolds(size: number): void {
    this.refreshedAt = performance.now();
    this.published = size;
    this.told = { ...this.told, size, headAt: this.refreshedAt };
  }

  private write(work: (client: PoolClient) => Promise<void>): Promise<void> {
    return inTransaction(this.options.pool, 'BEGIN', async (client) => {
      if (this.lease !== null) await requireLease(client, this.lease);
      await work(client);
    });
  }

  /** Waits until it is nudged, though not so short that every append has a batch of its own. */
  private async pause(began: number): Promise<void> {
    if (this.running) await this.shortest.of(PAUSE_MIN - (performance.now() - began));
    if (this.running && !this.nudged) await this.idle.of(PAUSE_MAX - (performance.now() - began));
  }
}

const NOTHING_TOLD: SequencerStatus = {
  refused: null,
  size: null,
  headAt: null,
  batchDuration: null,
  skipped: 0,
};
