import { UnavailableError, type UnavailableCause } from '@service/contracts';
import { formatAsOf, parseCheckpoint } from '@service/evidence';
import { type Logger } from '@service/platform/logging';
import { PeriodicTask, OutageLog } from '@service/platform/scheduling';
import type { Pool } from 'pg';

/** Milliseconds between two looks at the newest checkpoint. */
const LOOK_EVERY = 50;
/** Milliseconds after which a position of the log is too old to be answered as of. */
const STALE_AFTER = 5_000;

/** A published checkpoint of the transparency log, which answers can hold as of. */
export interface LogHead {
  origin: string;
  treeSize: number;
  /** Every element of the tree was written by a transaction below this id. */
  within: bigint;
  /** Value of `Service-Evidence-As-Of`. */
  shown: string;
}

interface CachedHead extends LogHead {
  /** Moment of the monotonic clock at which the log last said that this was the newest, by the database's own clock. */
  at: number;
}

interface HeadRow {
  tree_size: string;
  root: Buffer;
  note: string;
  covered: string;
  /** Where reading into the tree stands at the furthest: past a transaction's beginning, or within it. */
  reached: { tx: string; within: boolean } | null;
  at: Date;
  /** Milliseconds. */
  age: number;
}

/**
 * The newest checkpoints, read from the log's own tables. An answer holds as of the newest one whose elements this
 * gateway has all applied: an answer as of a later one could leave out a revocation that is below it.
 */
export class LogHeads {
  /** Newest first. */
  private heads: CachedHead[] = [];
  private readonly task: PeriodicTask;
  private readonly waiting = new Set<() => void>();

  /** @param horizon every event of transactions below it is in what this gateway answers from. */
  constructor(
    private readonly pool: Pool,
    private readonly horizon: () => bigint,
    logger: Logger,
    lookEvery = LOOK_EVERY,
  ) {
    this.task = new PeriodicTask(
      () => this.look(),
      lookEvery,
      new OutageLog(logger, 'Reading the log’s head'),
    );
  }

  start(): void {
    this.task.start();
  }

  async stop(): Promise<void> {
    await this.task.stop();
    for (const wake of this.waiting) wake();
  }

  /** Size of the newest tree that was published; 0 before there is one. */
  get newestSize(): number {
    return this.heads[0]?.treeSize ?? 0;
  }

  /** Origin of the log, null before it is known. */
  get origin(): string | null {
    return this.heads[0]?.origin ?? null;
  }

  /**
   * The position that an answer holds as of. It is asked for before anything is read for the answer.
   * @throws ServiceError `service.unavailable` where there is none, or none that is fresh.
   */
  require(): LogHead {
    const head = this.newestApplied();
    if (head === null) throw new UnavailableError(this.whyNone());
    return head;
  }

  /** Resolves once there is a position to answer as of, or `wait` milliseconds are over. */
  async ready(wait: number): Promise<void> {
    const until = performance.now() + wait;
    while (this.newestApplied() === null && performance.now() < until) await this.nextLook(LOOK_EVERY);
  }

  /**
   * Resolves once the log has grown beyond a size, or `wait` milliseconds are over.
   * @returns whether it has.
   */
  async grownBeyond(size: number, wait: number): Promise<boolean> {
    const until = performance.now() + wait;
    while (this.newestSize <= size && performance.now() < until) {
      await this.nextLook(until - performance.now());
    }
    return this.newestSize > size;
  }

  private newestApplied(): CachedHead | null {
    const horizon = this.horizon();
    const head = this.heads.find(({ within }) => within <= horizon);
    return head !== undefined && performance.now() - head.at <= STALE_AFTER ? head : null;
  }

  private whyNone(): UnavailableCause {
    const [newest] = this.heads;
    if (newest === undefined) return { cause: 'log_head_missing' };
    const horizon = this.horizon();
    const now = performance.now();
    if (newest.within <= horizon) return { cause: 'log_head_stale', age_ms: Math.round(now - newest.at) };
    const applied = this.heads.find(({ within }) => within <= horizon);
    return {
      cause: 'log_head_not_applied',
      age_ms: applied === undefined ? null : Math.round(now - applied.at),
      reached: `${horizon}`,
      needed: `${newest.within}`,
    };
  }

  private nextLook(wait: number): Promise<void> {
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

  private async look(): Promise<void> {
    const { rows } = await this.pool.query<HeadRow>({ name: 'log_head', text: READ_HEAD });
    const [row] = rows;
    if (row !== undefined) this.take(row);
    for (const wake of this.waiting) wake();
  }

  private take(row: HeadRow): void {
    const next = headOf(row);
    const [newest] = this.heads;
    if (newest?.shown === next.shown && newest.within === next.within) return;
    // A database that was put back in time has nothing of what came after.
    const isLater =
      newest === undefined || (newest.treeSize <= next.treeSize && newest.origin === next.origin);
    const oldest = performance.now() - STALE_AFTER;
    this.heads = [next, ...(isLater ? this.heads.filter(({ at }) => at >= oldest) : [])];
  }
}

function headOf({ tree_size, root, note, covered, reached, at, age }: HeadRow): CachedHead {
  const { origin } = parseCheckpoint(note.slice(0, note.indexOf('\n\n') + 1));
  const treeSize = Number(tree_size);
  const past = reached === null ? 0n : BigInt(reached.tx) + (reached.within ? 1n : 0n);
  const within = past > BigInt(covered) ? past : BigInt(covered);
  const shown = formatAsOf({ origin, treeSize, root, at: at.toISOString() });
  return { origin, treeSize, within, shown, at: performance.now() - age };
}

// What was read into the tree may be ahead of what covers the head: of two logs one can be further.
const READ_HEAD = `
  SELECT h.tree_size::text, h.root, h.note, h.covered::text, h.at,
    (extract(epoch FROM clock_timestamp() - h.at) * 1000)::float8 AS age,
    (SELECT json_build_object('tx', p.tx::text, 'within', p.pos > 0)
      FROM record_store_published.log_positions AS p ORDER BY p.tx DESC, p.pos DESC LIMIT 1) AS reached
  FROM record_store_published.log_head AS h`;
