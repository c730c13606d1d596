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
/** Milliseconds between two looks for answers that have waited too long, and between two attempts to store. */
const LOOK = 250;
/** Lines that wait while the database is away; what comes on top is refused at once, and not kept. */
const MOST_WAITING = 20_000;
/** Lines in one commit, and so the most blocks of one statement, whose parameters are at most 65,535. */
const MOST_IN_COMMIT = 4_000;

/** SQLSTATE check_violation, which is also that of a row that no partition takes. */
const NO_PARTITION = '23514';

interface Waiting extends TimedInteraction {
  /** Null as soon as it was told. */
  done: ((durable: boolean) => void) | null;
}

/**
 * Keeps interactions by group commit: one insert is under way, and everything that comes meanwhile goes with the
 * next. A line that cannot be stored keeps its answer from being given, and is stored later as what was answered
 * in its place; where its commit was under way already it may say what would have been answered.
 */
export class HistoryWriter extends InteractionRecorder {
  private readonly lanes: Lanes;
  private readonly outage: OutageLog;
  private waiting: Waiting[] = [];
  /** Lines of the commit under way. */
  private committing: Waiting[] = [];
  private round: Promise<void> | null = null;
  private stopped = false;
  /** Whether the time to stop is over, too. */
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
    this.outage = new OutageLog(logger, 'Keeping the interaction history');
  }

  record(interaction: Interaction, done: (durable: boolean) => void): void {
    if (this.waiting.length >= MOST_WAITING || this.stopped) {
      done(false);
      return;
    }
    this.waiting.push({ interaction, at: this.now(), done });
    this.round ??= this.commitAll();
  }

  /** Stores what is waiting, if the database answers within the patience of an answer, and takes no more. */
  async stop(): Promise<void> {
    this.stopped = true;
    const late = setTimeout(() => (this.abandoned = true), this.patience);
    await this.round;
    clearTimeout(late);
  }

  private async commitAll(): Promise<void> {
    // One turn of the event loop, so that answers that are ready together go together.
    await new Promise(setImmediate);
    const looking = setInterval(() => this.giveUp(), LOOK);
    while (this.waiting.length > 0) {
      this.committing = this.waiting.splice(0, MOST_IN_COMMIT);
      const blocks = this.lanes.append(this.committing);
      const durable = await this.store(blocks);
      const over = this.committing;
      this.committing = [];
      for (const { done } of over) done?.(durable);
      // Whoever was answered may have asked again by then, and what came meanwhile is there as well.
      await new Promise(setImmediate);
    }
    clearInterval(looking);
    this.round = null;
  }

  /** Tries until they are stored: what is linked already can neither be dropped nor made otherwise. */
  private async store(blocks: readonly Block[]): Promise<boolean> {
    while (!this.abandoned) {
      try {
        await insertBlocks(this.pool, this.own, blocks);
        this.outage.over();
        return true;
      } catch (error) {
        if (await this.madeRoom(error, blocks)) continue;
        this.outage.seen(error);
        await new Promise((resolve) => setTimeout(resolve, LOOK));
      }
    }
    return false;
  }

  /** Whether what was missing was a day's partition, which is there now. */
  private async madeRoom(error: unknown, blocks: readonly Block[]): Promise<boolean> {
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

/** Tells whoever has waited since before a moment that it was in vain; answers whether it was told now. */
function refuse(waiting: Waiting, before: number): boolean {
  if (waiting.at > before || waiting.done === null) return false;
  waiting.done(false);
  waiting.done = null;
  return true;
}
