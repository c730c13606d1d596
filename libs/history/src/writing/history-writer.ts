import { agreedNow } from '@service/contracts';
import { TurnsByKey } from '@service/platform/batching';
import { type Logger } from '@service/platform/logging';
import { cancelStatements } from '@service/platform/postgres';
import { OutageLog, inTime } from '@service/platform/scheduling';
import type { Pool, PoolClient } from 'pg';
import { historyOf, type Interaction } from '../interaction.js';
import { InteractionRecorder } from '../recorder.js';
import { confirmEarlier, insertBlocks, newWriter, type BlockWriter } from '../storage/insert-blocks.js';
import { historyDays } from '../storage/partitions.js';
import type { Block, TimedInteraction } from './lane.js';
import { Lanes } from './lanes.js';

/** Most milliseconds that an answer waits for its line to be durable. */
const PATIENCE = 3_000;
/** Milliseconds between two checks for answers that have waited too long, and between two attempts to store. */
const PAUSE = 250;
/** Milliseconds after which the connection of a commit is given up, and another one tried. */
const LONGEST_COMMIT = 10_000;
/** Lines that wait while the database is unavailable; further lines are refused at once and not stored. */
const MOST_WAITING = 20_000;
/** Lines, and so blocks, in one statement. */
const MOST_IN_COMMIT = 4_000;

/** SQLSTATE check_violation, which PostgreSQL also reports for a row without a partition. */
const NO_PARTITION = '23514';

interface Waiting extends TimedInteraction {
  /** Until when its answer waits, in milliseconds of the monotonic clock: the other one may be set. */
  until: number;
  /** Null once the callback was called. */
  done: ((durable: boolean) => void) | null;
  durable: boolean;
}

/**
 * Stores interactions by group commit: while one insert runs, new interactions wait for the next. If a line cannot be
 * stored in time, its answer is withheld and 503 is sent; the line is stored later with that status. A line whose
 * insert was already running may be stored with the status of the withheld answer. While it has lines to store, a writer
 * keeps one connection of the pool for itself.
 */
export class HistoryWriter extends InteractionRecorder {
  private readonly lanes: Lanes;
  private readonly outage: OutageLog;
  private waiting: Waiting[] = [];
  /** Lines of the running commit. */
  private committing: Waiting[] = [];
  /** Sends the answers whose lines are stored, so that those of one project keep no other waiting. */
  private readonly answers = new TurnsByKey<Waiting>(({ done, durable }) => done?.(durable));
  private running: Promise<void> | null = null;
  private connection: PoolClient | null = null;
  /** Looks for answers that have waited too long, and ends once there is nothing to store. */
  private looking: NodeJS.Timeout | undefined;
  private stopped = false;
  /** Whether the time limit of `stop` has passed. */
  private abandoned = false;

  constructor(
    private readonly pool: Pool,
    private readonly logger: Logger,
    private readonly now: () => number = agreedNow,
    private readonly limits = { patience: PATIENCE, longestCommit: LONGEST_COMMIT },
    private readonly own: BlockWriter = newWriter('verify_api'),
  ) {
    super();
    this.lanes = new Lanes(own.writer);
    this.outage = new OutageLog(logger, 'Storing the interaction history');
  }

  record(interaction: Interaction, deadline: number, done: (durable: boolean) => void): void {
    if (this.waiting.length >= MOST_WAITING || this.stopped) {
      done(false);
      return;
    }
    const now = performance.now();
    // A refusal at the deadline has a line, too.
    const until = Math.max(Math.min(deadline, now + this.limits.patience), now + PAUSE);
    this.waiting.push({ interaction, at: this.now(), until, done, durable: false });
    this.running ??= this.commitAll();
  }

  /** Accepts no more lines, and stores the waiting lines if the database answers in time. */
  async stop(): Promise<void> {
    this.stopped = true;
    const late = setTimeout(() => (this.abandoned = true), this.limits.patience);
    await this.running;
    await this.answers.run();
    clearTimeout(late);
    clearInterval(this.looking);
    this.leave();
  }

  private async commitAll(): Promise<void> {
    this.looking ??= setInterval(() => this.look(), PAUSE).unref();
    // One turn of the event loop, so that answers that are ready together share a commit.
    await new Promise(setImmediate);
    while (this.waiting.length > 0) {
      const lines = (this.committing = this.waiting.splice(0, MOST_IN_COMMIT));
      const storing = this.store(this.lanes.append(lines));
      // The database works on this commit while the answers of the one before are sent.
      void this.answers.run();
      const durable = await storing;
      for (const line of lines) {
        line.durable = durable;
        this.answers.add(historyOf(line.interaction.projectId), line);
      }
    }
    this.committing = [];
    this.running = null;
    void this.answers.run();
  }

  /** Retries until they are stored: linked lines can neither be dropped nor changed. */
  private async store(blocks: readonly Block[]): Promise<boolean> {
    // An attempt whose answer was lost may have stored them; before the first such one, nobody could.
    let isUncertain = false;
    while (!this.abandoned) {
      try {
        const connection = this.connection ?? (await this.connect());
        const stored = await this.inTime(insertBlocks(connection, this.own, blocks));
        const stoodBefore =
          stored === 0 && isUncertain && (await this.inTime(confirmEarlier(connection, this.own, blocks)));
        this.outage.over();
        if (stored === blocks.length || stoodBefore) return true;
        this.logger.error('Lines of the history were not stored, because others have their places.');
        return false;
      } catch (error) {
        const { code } = error as { code?: string };
        if (code === NO_PARTITION && (await this.createdPartitions(blocks))) continue;
        isUncertain ||= this.connection !== null && code !== NO_PARTITION;
        this.leave(true);
        this.outage.seen(error);
        await new Promise((resolve) => setTimeout(resolve, PAUSE));
      }
    }
    return false;
  }

  private inTime<Result>(work: Promise<Result>): Promise<Result> {
    return inTime(work, this.limits.longestCommit, () => {
      // While a commit waits for its standby, the server does not notice that its connection is closed.
      const { processID } = this.connection as PoolClient & { processID: number };
      cancelStatements(this.pool, [processID]).catch(() => undefined);
      return new Error('The database did not answer in time.');
    });
  }

  private async connect(): Promise<PoolClient> {
    return (this.connection = await this.pool.connect());
  }

  private leave(isBroken = false): void {
    this.connection?.release(isBroken);
    this.connection = null;
  }

  private createdPartitions(blocks: readonly Block[]): Promise<boolean> {
    return historyDays.ensure(this.pool, [...new Set(blocks.map(({ day }) => day))]).then(
      () => true,
      () => false,
    );
  }

  private look(): void {
    this.giveUp();
    if (this.running !== null) return;
    clearInterval(this.looking);
    this.looking = undefined;
    this.leave();
  }

  private giveUp(): void {
    const now = performance.now();
    for (const each of this.committing) refuse(each, now);
    for (const each of this.waiting) {
      if (!refuse(each, now)) continue;
      each.interaction = { ...each.interaction, status: 503, errorCode: 'service.unavailable' };
    }
  }
}

/** Refuses an answer that waits no longer; returns whether it was refused now. */
function refuse(waiting: Waiting, now: number): boolean {
  if (waiting.until > now || waiting.done === null) return false;
  waiting.done(false);
  waiting.done = null;
  return true;
}
