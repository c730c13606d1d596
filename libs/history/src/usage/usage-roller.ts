import { dayOf } from '@service/platform/days';
import { type Logger } from '@service/platform/logging';
import { PeriodicTask, OutageLog } from '@service/platform/scheduling';
import type { Duty } from '@service/messaging';
import type { Pool } from 'pg';
import { MOST_BLOCKS, countBlocks } from './count-blocks.js';
import { closeLanes, findOpenDays } from './open-lanes.js';

/** Milliseconds between two runs. */
const PAUSE = 1_000;

/** Counts usage from the interaction history, run by run. Two at once are correct, but slower than one. */
export class UsageRoller implements Duty {
  private readonly task: PeriodicTask;
  private stopped = false;
  private closedOn = '';

  constructor(
    private readonly pool: Pool,
    logger: Logger,
    private readonly now: () => number = Date.now,
  ) {
    this.task = new PeriodicTask(() => this.roll(), PAUSE, new OutageLog(logger, 'Counting usage'));
  }

  async begin(): Promise<void> {
    this.stopped = false;
    this.task.start();
  }

  async end(): Promise<void> {
    this.stopped = true;
    await this.task.stop();
  }

  /** Counts the blocks that are there, or until it is stopped. Those that come meanwhile wait for the next run. */
  async roll(): Promise<void> {
    const today = dayOf(this.now());
    for (const day of await findOpenDays(this.pool)) {
      while (!this.stopped && (await countBlocks(this.pool, day)) === MOST_BLOCKS);
    }
    if (this.closedOn === today) return;
    await closeLanes(this.pool, today);
    this.closedOn = today;
  }
}
