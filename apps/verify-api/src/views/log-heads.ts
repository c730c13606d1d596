import { UnavailableError, type UnavailableCause } from '@service/contracts';
import { continuesLog } from '@service/evidence';
import { type Logger } from '@service/platform/logging';
import { PeriodicTask, OutageLog } from '@service/platform/scheduling';
import type { Pool } from 'pg';
import { READ_HEAD, STALE_AFTER, ageOf, headOf, type HeadRow, type LogHead } from './log-head.js';

/** Milliseconds between two reads of the newest checkpoint, and at least between two that nobody waits for. */
const [READ_EVERY, READ_IDLE_EVERY] = [50, 1_000];
/** Milliseconds that a request waits for a new position once the old one is stale: another process may be taking over the log. */
const GRACE = 3_000;
/** Age in milliseconds up to which a request begins with a position: later, it could be stale before the answer is made. */
const BEGUN_UNTIL = STALE_AFTER - 500;

/**
 * The newest checkpoints, read from the tables of the log. An answer holds as of the newest checkpoint whose elements
 * this gateway has all applied: as of a later one, it could miss a revocation that the checkpoint covers.
 */
export class LogHeads {
  /** Newest first. */
  private heads: LogHead[] = [];
  private readonly task: PeriodicTask;
  private readonly waiting = new Set<() => void>();
  private renewal: Promise<LogHead> | null = null;
  /** When the newest checkpoint was last read, by the monotonic clock. */
  private readAt = -Infinity;
  /** Whether a position was asked for since the last read. */
  private isAskedFor = false;
  /** The largest tree that was seen: a log that has lost entries may go on only under another origin. */
  private largest: { origin: string; treeSize: number } | null = null;

  /** @param horizon the views have all events of transactions below it. */
  constructor(
    private readonly pool: Pool,
    private readonly horizon: () => bigint,
    private readonly logger: Logger,
    private readonly readEvery = READ_EVERY,
  ) {
    this.task = new PeriodicTask(
      () => this.readHead(),
      readEvery,
      new OutageLog(logger, 'Reading the log’s head'),
    );
  }

  start(): void {
    this.task.start(0);
  }

  /** Reads at once, because there is a newer checkpoint. */
  read(): void {
    this.task.wake();
  }

  async stop(): Promise<void> {
    await this.task.stop();
    for (const wake of this.waiting) wake();
  }

  /** Size of the newest published tree; 0 before the first. */
  get newestSize(): number {
    return this.heads[0]?.treeSize ?? 0;
  }

  /** The newest checkpoint, however old, and the milliseconds since the log last confirmed it; null before the first. */
  get newest(): { head: LogHead; age: number; isStale: boolean } | null {
    const [head] = this.heads;
    if (head === undefined) return null;
    const age = Math.round(ageOf(head));
    return { head, age, isStale: age > STALE_AFTER };
  }

  /** A message while the log has no checkpoint, so that nothing can be verified; otherwise null. */
  problem(): string | null {
    if (this.heads.length > 0) return null;
    return this.largest === null
      ? 'The transparency log has no checkpoint yet: no record-store has made one.'
      : 'The transparency log has lost entries, and was not recovered under another origin.';
  }

  /** Origin of the log, null before it is known. */
  get origin(): string | null {
    return this.heads[0]?.origin ?? null;
  }

  /**
   * The position that an answer holds as of. Call this before reading anything for the answer.
   * @throws ServiceError `service.unavailable` where no position is applied, or it is stale.
   */
  require(): LogHead {
    const head = this.newestApplied();
    if (head === null) throw new UnavailableError(this.unavailableCause());
    return head;
  }

  /**
   * As `require`, but waits for the next position where this one is about to be stale, or has been stale for less than
   * three seconds: a longer outage is answered at once. A position that is there is returned without a promise, so that a
   * verification costs no turn of the event loop.
   * @throws ServiceError as `require`, by rejection.
   */
  current(): LogHead | Promise<LogHead> {
    return this.newestApplied(BEGUN_UNTIL) ?? this.sharedRenewal();
  }

  /**
   * As `current`, but an idle gateway, which reads seldom, reads first: for answers that then wait until the position is stale.
   * @throws ServiceError as `require`, by rejection.
   */
  async newlyRead(): Promise<LogHead> {
    if (performance.now() - this.readAt > 2 * this.readEvery) {
      this.read();
      await this.nextRead(READ_EVERY);
    }
    return this.current();
  }

  /** Resolves when `require` has a position, or after `wait` milliseconds. */
  async ready(wait: number): Promise<void> {
    const until = performance.now() + wait;
    while (this.newestApplied() === null && performance.now() < until) await this.nextRead(READ_EVERY);
  }

  /**
   * Resolves when the log has grown beyond a size, or after `wait` milliseconds.
   * @returns whether it has grown.
   */
  async grownBeyond(size: number, wait: number): Promise<boolean> {
    const until = performance.now() + wait;
    while (this.newestSize <= size && performance.now() < until) {
      await this.nextRead(until - performance.now());
    }
    return this.newestSize > size;
  }

  /** One loop for all requests that wait. */
  private sharedRenewal(): Promise<LogHead> {
    this.renewal ??= this.renewed().finally(() => (this.renewal = null));
    return this.renewal;
  }

  private async renewed(): Promise<LogHead> {
    for (;;) {
      const head = this.newestApplied(BEGUN_UNTIL);
      if (head !== null) return head;
      const left = STALE_AFTER + GRACE - (this.ageOfApplied() ?? Infinity);
      if (left <= 0) return this.require();
      await this.nextRead(Math.min(left, READ_EVERY));
    }
  }

  private newestApplied(oldest = STALE_AFTER): LogHead | null {
    this.ask();
    const head = this.applied();
    return head !== undefined && ageOf(head) <= oldest ? head : null;
  }

  /** The newest checkpoint whose elements are all applied, even a stale one. */
  private applied(): LogHead | undefined {
    const horizon = this.horizon();
    return this.heads.find(({ within }) => within <= horizon);
  }

  private ageOfApplied(): number | null {
    const head = this.applied();
    return head === undefined ? null : Math.round(ageOf(head));
  }

  private unavailableCause(): UnavailableCause {
    const [newest] = this.heads;
    if (newest === undefined) return { cause: this.largest === null ? 'log_head_missing' : 'log_shrunk' };
    const horizon = this.horizon();
    if (newest.within <= horizon) return { cause: 'log_head_stale', age_ms: Math.round(ageOf(newest)) };
    const [reached, needed] = [`${horizon}`, `${newest.within}`];
    return { cause: 'log_head_not_applied', age_ms: this.ageOfApplied(), reached, needed };
  }

  /** Has the head be read soon, and again while somebody asks. */
  private ask(): void {
    if (this.isAskedFor) return;
    this.isAskedFor = true;
    this.task.wake(this.readEvery);
  }

  private nextRead(wait: number): Promise<void> {
    this.ask();
    return new Promise((resolve) => {
      const wake = () => {
        clearTimeout(timer);
        this.waiting.delete(wake);
        resolve();
      };
      const timer = setTimeout(wake, Math.max(wait, 0));
      this.waiting.add(wake);
    });
  }

  /** @returns milliseconds until the next read. */
  private async readHead(): Promise<number> {
    this.isAskedFor = false;
    const { rows } = await this.pool.query<HeadRow>({ name: 'log_head', text: READ_HEAD });
    this.readAt = performance.now();
    const [row] = rows;
    if (row !== undefined) this.take(row);
    for (const wake of this.waiting) wake();
    return this.isAskedFor ? this.readEvery : Math.max(this.readEvery, READ_IDLE_EVERY);
  }

  private take(row: HeadRow): void {
    const next = headOf(row);
    const [newest] = this.heads;
    if (newest?.shown === next.shown && newest.within === next.within) return;
    const { largest } = this;
    const isSameLog = largest?.origin === next.origin;
    if (
      largest !== null &&
      (isSameLog ? next.treeSize < largest.treeSize : !continuesLog(largest.origin, next.origin))
    ) {
      // A crash of the database can take the newest checkpoint alone, which is then published again.
      if (isSameLog && (row.leaves ?? 0) >= largest.treeSize) return;
      if (this.heads.length > 0)
        this.logger.error({ from: largest, to: { origin: next.origin, treeSize: next.treeSize } }, SHRUNK);
      this.heads = [];
      return;
    }
    this.largest = { origin: next.origin, treeSize: next.treeSize };
    const recent = isSameLog ? this.heads.filter((head) => ageOf(head) <= STALE_AFTER + GRACE) : [];
    this.heads = [next, ...recent];
  }
}

const SHRUNK =
  'The transparency log has lost entries: restore the database to a later time, or recover the log.';
