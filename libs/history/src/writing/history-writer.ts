import { type Logger } from '@service/platform/logging';
import { OutageLog } from '@service/platform/scheduling';
import type { Pool } from 'pg';
import type { Interaction } from '../interaction.js';
import { InteractionRecorder } from '../recorder.js';
import { insertBlocks, newWriter, type BlockWriter } from '../storage/insert-blocks.js';
import { historyDays } from '../storage/partitions.js';
import type { Block, TimedInteraction } from './lane.js';
import { Lanes } from './lanes.js';

/** Milliseconds that an answer waits for its line to be durable. */
const PATIENCE = 3_000;
/** Milliseconds between two checks for answers that have waited too long, and between two attempts to store. */
const PAUSE = 250;
/** Lines that wait while the database is unavailable; further lines are refused at once and not stored. */
const MOST_WAITING = 20_000;
/** Lines, and so blocks, in one statement; it can have 65,535 parameters. */
const MOST_IN_COMMIT = 4_000;

/** SQLSTATE check_violation, which PostgreSQL also reports for a row without a partition. */
const NO_PARTITION = '23514';

interface Waiting extends TimedInteraction {
  /** Null once the callback was called. */
  done: ((durable: boolean) => void) | null;
}

/**
 * Stores interactions by group commit: while one insert runs, new interactions wait for the next. If a line cannot be
 * stored in time, its answer is withheld and 503 is sent; the line is stored later with that status. A line whose
 * insert was already running may be stored with the status of the withheld answer.
 */
export class HistoryWriter extends InteractionRecorder {
  private readonly lanes: Lanes;
  private readonly outage: OutageLog;
  private waiting: Waiting[] = [];
  /** Lines of the running commit. */
  private committing: Waiting[] = [];
  private running: Promise<void> | null = null;
  private stopped = false;
  /** Whether the time limit of `stop` has passed. */
  private abandoned = false;

  constructor(
    private readonly pool: Pool,
    logger: Logger,
    private readonly now: () => number = Date.now,
    private readonly patience = PATIENCE,
    private readonly own: BlockWriter = newWriter('verify_api'),
  ) {
    super();
    this.lanes = new Lanes(own.writer);
    this.outage = new OutageLog(logger, 'Storing the interaction history');
  }

  record(interaction: Interaction, done: (durable: boolean) => void): void {
    if (this.waiting.length >= MOST_WAITING || this.stopped) {
      done(false);
      return;
    }
    this.waiting.push({ interaction, at: this.now(), done });
    this.running ??= this.commitAll();
  }

  /** Accepts no more lines, and stores those that wait if the database answers in time. */
  async stop(): Promise<void> {
    this.stopped = true;
    const late = setTimeout(() => (this.abandoned = true), this.patience);
    await this.running;
    clearTimeout(late);
  }

  private async commitAll(): Promise<void> {
    // One turn of the event loop, so that answers that are ready together share a commit.
    await new Promise(setImmediate);
    const looking = setInterval(() => this.giveUp(), PAUSE);
    while (this.waiting.length > 0) {
      this.committing = this.waiting.splice(0, MOST_IN_COMMIT);
      const blocks = this.lanes.append(this.committing);
      const durable = await this.store(blocks);
      const over = this.committing;
      this.committing = [];
      for (const { done } of over) done?.(durable);
      // One turn of the event loop, so that callers that were answered can join the next commit.
      await new Promise(setImmediate);
    }
    clearInterval(looking);
    this.running = null;
  }

  /** Retries until they are stored: linked lines can neither be dropped nor changed. */
  private async store(blocks: readonly Block[]): Promise<boolean> {
    while (!this.abandoned) {
      try {
        await insertBlocks(this.pool, this.own, blocks);
        this.outage.over();
        return true;
      } catch (error) {
        if (await this.createdPartition(error, blocks)) continue;
        this.outage.seen(error);
        await new Promise((resolve) => setTimeout(resolve, PAUSE));
      }
    }
    return false;
  }

  /** Whether a missing partition caused the error and exists now. */
  private async createdPartition(error: unknown, blocks: readonly Block[]): Promise<boolean> {
    if ((error as { code?: string }).code !== NO_PARTITION) return false;
    return historyDays.ensure(this.pool, [...new Set(blocks.map(({ day }) => day))]).then(
      () => true,
      () => false,
    );
  }

  private giveUp(): void {
    const before = this.now() - this.patience;
    for (const each of this.committing) refuse(each, before);
    for (const each of this.waiting) {
      if (!refuse(each, before)) continue;
      each.interaction = { ...each.interaction, status: 503, errorCode: 'service.unavailable' };
    }
  }
}

/** Refuses an answer that has waited since before a moment; returns whether it was refused now. */
function refuse(waiting: Waiting, before: number): boolean {
  if (waiting.at > before || waiting.done === null) return false;
  waiting.done(false);
  waiting.done = null;
  return true;
}
