import { Pause } from '@service/platform/scheduling';
import { comparePositions, type Position } from '../log/position.js';
import { coveredBy, type EventLog, type LogPage } from '../log/event-log.js';
import type { RecordedEvent } from '../log/events.js';

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

/** Milliseconds that a batch may take, because its transaction holds back every other follower. */
const LONG = 1_000;

export interface FollowerOptions {
  /** Most events in one batch. */
  batchSize?: number;
  /**
   * The same while the follower is behind: each full batch lets the next one be twice as large, up to this, but half as large
   * where it took more than a second. Absent for no difference.
   */
  largestBatch?: number;
  /** Milliseconds between polls: the least, after events were found, and the most, when idle. */
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
  transaction: bigint;
  resolve: () => void;
}

/**
 * Follows a log's tail in batches, at least once and in commit order. A nudge makes it poll at once. It polls again soon
 * only while an older transaction holds back what the nudge was for, or while events come without nudges. There is no
 * NOTIFY, which would take a lock that serialises every commit.
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
  private nudged = false;
  /** The newest transaction of a nudge or a waiter; -1 for none. */
  private awaited = -1n;
  private covered: Coverage = { horizon: 0n, at: null };
  private waiters: Waiter[] = [];
  private at: Position | null = null;
  private currentAt = 0;
  /** A target while the follower catches up: once it reaches this horizon, it has everything committed by that time. */
  private mark: { horizon: bigint; at: number } | null = null;

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
    for (const waiter of this.waiters.splice(0)) waiter.resolve();
  }

  /** Polls at once, for events of a transaction that was committed. */
  nudge(transaction: bigint): void {
    if (transaction > this.awaited) this.awaited = transaction;
    this.poll();
  }

  /** Lag in milliseconds: the follower has applied everything that was committed before. */
  age(now = Date.now()): number {
    return now - this.currentAt;
  }

  /** Whether the follower has caught up once since its start. */
  get hasCaughtUp(): boolean {
    return this.currentAt > 0;
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
  async passed(transaction: bigint, waitMilliseconds: number): Promise<boolean> {
    if (this.horizon >= transaction) return true;
    await new Promise<void>((resolve) => {
      const waiter = { transaction, resolve };
      const timer = setTimeout(() => {
        this.waiters = this.waiters.filter((other) => other !== waiter);
        resolve();
      }, waitMilliseconds);
      waiter.resolve = () => {
        clearTimeout(timer);
        resolve();
      };
      this.waiters.push(waiter);
      this.nudge(transaction - 1n);
    });
    return this.horizon >= transaction;
  }

  private async run(): Promise<void> {
    let delay = this.pollMin;
    while (this.running) {
      try {
        const nudged = this.nudged;
        const awaiting = nudged || this.awaited >= this.horizon;
        this.nudged = false;
        const page = await this.step();
        this.options.onRead?.();
        delay = this.delayAfter(page, { nudged, awaiting, delay });
        if (page.full) continue;
      } catch (error) {
        this.at = null;
        this.mark = null;
        // The batch may have been too large.
        this.limit = this.batchSize;
        delay = this.pollMax;
        if (this.running) this.options.onError?.(error);
      }
      if (this.running && !this.nudged) await this.rest.of(delay);
    }
  }

  /** Milliseconds until the next poll without a nudge. */
  private delayAfter(
    { events, horizon }: LogPage,
    { nudged, awaiting, delay }: { nudged: boolean; awaiting: boolean; delay: number },
  ): number {
    if (this.waiters.length > 0) return this.pollMin;
    const found = events.length > 0;
    const longer = Math.min(delay * 2, this.pollMax);
    // An older transaction holds back what the nudge was for, and nobody reports its end.
    if (horizon <= this.awaited) return nudged || found ? this.pollMin : longer;
    // Everything announced has been read: wait for the next nudge.
    if (awaiting) return this.pollMax;
    return found ? this.pollMin : longer;
  }

  private poll(): void {
    this.nudged = true;
    this.rest.over();
  }

  private async step(): Promise<LogPage> {
    this.at ??= await this.sink.position();
    const readAt = Date.now();
    const began = performance.now();
    const page = await this.log.readAll(this.at, this.limit);
    const last = page.events[page.events.length - 1];
    if (last !== undefined && comparePositions(last.position, this.at) > 0) {
      await this.sink.apply(page.events, this.at, last.position);
      this.at = last.position;
    }
    this.limit = page.full ? this.limitAfter(performance.now() - began) : this.batchSize;
    const horizon = coveredBy(page);
    if (!page.full) {
      this.currentAt = readAt;
      this.mark = null;
    } else if (this.mark === null || horizon >= this.mark.horizon) {
      this.currentAt = this.mark?.at ?? this.currentAt;
      this.mark = { horizon: page.horizon, at: readAt };
    }
    this.cover(horizon, this.at);
    return page;
  }

  private limitAfter(took: number): number {
    if (took > LONG) return Math.max(this.limit / 2, this.batchSize);
    return Math.min(this.limit * 2, this.largestBatch);
  }

  private cover(horizon: bigint, at: Position): void {
    this.covered = { horizon, at };
    const reached = this.waiters.filter((waiter) => waiter.transaction <= horizon);
    this.waiters = this.waiters.filter((waiter) => waiter.transaction > horizon);
    for (const waiter of reached) waiter.resolve();
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
