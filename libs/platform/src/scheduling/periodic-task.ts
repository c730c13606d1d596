import type { OutageLog } from './outage-log.js';

/**
 * Repeats some work with a pause between two rounds, until it is stopped; an error is logged, and the next
 * round follows.
 */
export class PeriodicTask {
  private timer: NodeJS.Timeout | undefined;
  private running = false;
  private round: Promise<void> = Promise.resolve();

  constructor(
    private readonly work: () => Promise<void>,
    private readonly pause: number,
    private readonly outage: Pick<OutageLog, 'seen' | 'over'>,
  ) {}

  start(): void {
    this.running = true;
    this.schedule();
  }

  /** Resolves after the round under way. */
  async stop(): Promise<void> {
    this.running = false;
    clearTimeout(this.timer);
    await this.round;
  }

  private async workOnce(): Promise<void> {
    try {
      await this.work();
      this.outage.over();
    } catch (error) {
      this.outage.seen(error);
    }
    this.schedule();
  }

  private schedule(): void {
    if (!this.running) return;
    this.timer = setTimeout(() => {
      this.round = this.workOnce();
    }, this.pause);
  }
}
