import { Pause } from '@service/platform/scheduling';
import { comparePositions, type Position } from '../log/position.js';
import { coveredBy, type EventLog, type LogPage } from '../log/event-log.js';
import type { RecordedEvent } from '../log/events.js';
import type { LogLook } from './log-look.js';
import { ReadMoments, type Moment } from './read-moments.js';

/** Applies batches, and stores the follower's position together with their effect. */
export interface BatchSink {
  /**
   * The position to continue from. Read at the start and after every failure, since only the stored position is
   * certain.
   */
  position(): Promise<Position>;
  /** @throws where nothing of the batch was stored; the batch is then read again. */
  apply(events: RecordedEvent[], from: Position, to: Position): Promise<void>;
}

/** Milliseconds that a batch may take, because its transaction holds back the followers of what its role writes. */
const LONG = 1_000;

/** Milliseconds after which a follower that is held back looks closely at what holds it back. */
const LOOK_CLOSELY_AFTER = 100;

/** Most milliseconds between two polls of a follower that is held back, or that failed. */
const RETRY_AFTER = 250;

export interface FollowerOptions {
  /** Most events in one batch. */
  batchSize?: number;
  /**
   * Most events in one batch while the follower is behind. The limit doubles after each full batch, up to this, and halves
   * after one that took more than a second, down to `batchSize`. By default it stays at `batchSize`.
   */
  largestBatch?: number;
  /** Milliseconds between polls: the least, after events were found, and the most, when nothing wakes the follower. */
  pollMin?: number;
  pollMax?: number;
  onError?: (error: unknown) => void;
  /** Called after each batch that was read and applied, an empty one too. */
  onRead?: () => void;
}

/** How far a follower has come. */
export interface Coverage {
  /** Every event of transactions below this id has been applied. */
  horizon: bigint;
  /** Position of the follower; null before its first read. */
  at: Position | null;
}

interface Waiter {
  /** Null until a read that was sent after `since` tells the id of the next transaction. */
  transaction: bigint | null;
  /** Milliseconds of the monotonic clock. */
  since: number;
  resolve: (isReached: boolean) => void;
}

/**
 * Follows a log's tail in batches, at least once and in commit order. A nudge makes it poll at once. It polls again soon
 * only while an older transaction holds back what the nudge was for, or while events come without nudges. A look at all
 * logs spares it the poll where there is nothing new.
 */
export class LogFollower {
  private readonly batchSize: number;
  private readonly largestBatch: number;
  /** Most events of the next batch. */
  private limit: number;
  private readonly pollMin: number;
  private readonly pollMax: number;
  private running = false;
  private finished: Promise<void> = Promise.resolve();
  private readonly rest = new Pause();
  private isResting = false;
  private nudged = false;
  /** Whether only the stored position is certain. */
  private isUncertain = true;
  /** The newest transaction of a nudge or a waiter; -1 for none. */
  private awaited = -1n;
  private covered: Coverage = { horizon: 0n, at: null };
  private waiters: Waiter[] = [];
  private at: Position | null = null;
  private readonly moments = new ReadMoments();
  private closely = false;

  constructor(
    private readonly log: EventLog,
    private readonly sink: BatchSink,
    private readonly options: FollowerOptions = {},
  ) {
    this.batchSize = options.batchSize ?? 500;
    this.largestBatch = options.largestBatch ?? this.batchSize;
    this.limit = this.batchSize;
    this.pollMin = options.pollMin ?? 5;
    this.pollMax = options.pollMax ?? 250;
  }

  start(): void {
    if (this.running) return;
    this.running = true;
    this.finished = this.run();
  }

  /** Resolves after the batch under way. */
  async stop(): Promise<void> {
    this.running = false;
    this.poll();
    await this.finished;
    for (const waiter of this.waiters.splice(0)) waiter.resolve(false);
  }

  /** Polls at once. */
  poll(): void {
    this.nudged = true;
    this.rest.over();
  }

  /** Polls at once, for events of a transaction that was committed, if it has not read them yet; -1 for one that nobody knows. */
  nudge(transaction: bigint): void {
    if (transaction >= 0n && transaction < this.horizon) return;
    if (transaction > this.awaited) this.awaited = transaction;
    this.poll();
  }

  /** Polls where a look shows something new; otherwise takes the look as its poll. */
  looked({ moment, ahead, isSettled, ends }: LogLook): void {
    if (!this.isResting) return;
    const [at, end] = [this.at, ends.get(this.log.schema)];
    const isAtEnd = at !== null && !this.isUncertain && at.tx === end?.tx && at.pos === end.pos;
    if (!isAtEnd || !isSettled || ahead < this.horizon) return this.poll();
    this.note(ahead, moment);
    this.cover(ahead, at);
  }

  /** Goes on from the stored position, because the server may have crashed and have lost what was applied. */
  readAgain(): void {
    this.isUncertain = true;
    this.poll();
  }

  /** Lag in milliseconds: the follower has applied everything that was committed before. Until it has once, since 1970. */
  age(): number {
    const { newest } = this.moments;
    return newest === null ? Date.now() : performance.now() - newest.sentAt;
  }

  /** When everything was committed that the follower has applied, in milliseconds since 1970 of the database's clock; null until it has caught up once. */
  get currentAt(): number | null {
    return this.moments.newest?.readAt ?? null;
  }

  /** Every event of transactions below this id has been applied. */
  get horizon(): bigint {
    return this.covered.horizon;
  }

  /** How far the follower has come. */
  get coverage(): Coverage {
    return this.covered;
  }

  /**
   * Resolves once every event of transactions below `transaction` has been applied, or after the wait.
   * @returns whether they have been applied.
   */
  passed(transaction: bigint, waitMilliseconds: number): Promise<boolean> {
    if (this.horizon >= transaction) return Promise.resolve(true);
    const passed = this.wait(transaction, waitMilliseconds);
    this.nudge(transaction - 1n);
    return passed;
  }

  /**
   * Resolves once everything has been applied that was committed before the call, or after the wait.
   * @returns whether it has been applied.
   */
  caughtUp(waitMilliseconds: number): Promise<boolean> {
    const caughtUp = this.wait(null, waitMilliseconds);
    this.poll();
    return caughtUp;
  }

  private wait(transaction: bigint | null, milliseconds: number): Promise<boolean> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        this.waiters = this.waiters.filter((other) => other !== waiter);
        resolve(false);
      }, milliseconds);
      const waiter = {
        transaction,
        since: performance.now(),
        resolve: (isReached: boolean) => {
          clearTimeout(timer);
          resolve(isReached);
        },
      };
      this.waiters.push(waiter);
    });
  }

  private async run(): Promise<void> {
    let delay = this.pollMin;
    while (this.running) {
      try {
        const nudged = this.nudged;
        const awaiting = nudged || this.awaited >= this.horizon;
        this.nudged = false;
        const page = await this.step();
        delay = this.delayAfter(page, { nudged, awaiting, delay });
        if (page.full) continue;
      } catch (error) {
        this.isUncertain = true;
        // The batch may have been too large.
        this.limit = this.batchSize;
        delay = Math.min(this.pollMax, RETRY_AFTER);
        if (this.running) this.options.onError?.(error);
      }
      if (!this.running || this.nudged) continue;
      this.isResting = true;
      await this.rest.of(delay);
      this.isResting = false;
    }
  }

  /** Milliseconds until the next poll without a nudge. */
  private delayAfter(
    { events }: LogPage,
    { nudged, awaiting, delay }: { nudged: boolean; awaiting: boolean; delay: number },
  ): number {
    if (this.waiters.length > 0) return this.pollMin;
    const found = events.length > 0;
    const longer = Math.min(delay * 2, this.pollMax);
    const isHeldBack = this.horizon <= this.awaited;
    // An older transaction holds back what the nudge was for, and nobody reports its end.
    if (isHeldBack && (nudged || found)) return this.pollMin;
    if (isHeldBack || this.moments.waitingSince !== null) return Math.min(longer, RETRY_AFTER);
    // Everything announced has been read: wait for the next nudge.
    if (awaiting) return this.pollMax;
    return found ? this.pollMin : longer;
  }

  private async step(): Promise<LogPage> {
    // The sink may have lost what was applied.
    const isAgain = this.isUncertain || this.at === null;
    this.isUncertain = false;
    if (isAgain || this.at === null) this.at = await this.sink.position();
    const began = performance.now();
    const page = await this.log.readAll(this.at, this.limit, this.closely);
    this.note(page.ahead, { sentAt: began, readAt: page.readAt });
    const last = page.events[page.events.length - 1];
    if (last !== undefined && comparePositions(last.position, this.at) > 0) {
      await this.sink.apply(page.events, this.at, last.position);
      this.at = last.position;
    }
    this.limit = page.full ? this.limitAfter(performance.now() - began) : this.batchSize;
    this.options.onRead?.();
    const covered = coveredBy(page);
    // A look that was closer may have had a higher horizon; only of a log that went back in time it was wrong.
    const goesBack = isAgain || page.ahead < this.horizon;
    this.cover(goesBack || covered > this.horizon ? covered : this.horizon, this.at);
    const { waitingSince } = this.moments;
    const isHeldBack = waitingSince !== null && performance.now() - waitingSince >= LOOK_CLOSELY_AFTER;
    this.closely = page.looksPast || isHeldBack;
    return page;
  }

  private limitAfter(took: number): number {
    if (took > LONG) return Math.max(this.limit / 2, this.batchSize);
    return Math.min(this.limit * 2, this.largestBatch);
  }

  private note(ahead: bigint, moment: Moment): void {
    this.moments.note(ahead, moment);
    for (const waiter of this.waiters) {
      if (waiter.transaction === null && waiter.since <= moment.sentAt) waiter.transaction = ahead;
    }
  }

  private cover(horizon: bigint, at: Position): void {
    this.covered = { horizon, at };
    this.moments.cover(horizon);
    const { reached = [], ahead = [] } = Object.groupBy(this.waiters, ({ transaction }) =>
      transaction !== null && transaction <= horizon ? 'reached' : 'ahead',
    );
    this.waiters = ahead;
    for (const waiter of reached) waiter.resolve(true);
  }
}

/**
 * Transaction id below which every event is in tables that were read at a position. It is less than the
 * follower's horizon if a crash of the database lost some of what had been applied.
 * @param before the follower's coverage before the tables were read; by now it may be further, which would
 *   claim too much.
 */
export function horizonAt(position: Position, before: Coverage): bigint {
  const reached = BigInt(position.tx);
  const isWhole = before.at !== null && comparePositions(position, before.at) >= 0;
  return isWhole && before.horizon > reached ? before.horizon : reached;
}
