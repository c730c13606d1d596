import type { OutageLog } from './outage-log.js';

/** Longest time of a timer, in milliseconds: a longer one would fire at once. */
const LONGEST = 2 ** 31 - 1;

/**
 * Repeats some work with a pause between two rounds, or the time that a round answers, until it is stopped; an error is
 * logged, and the next round follows after the pause, which each failure in a row may double.
 */
export class PeriodicTask {
  private timer: NodeJS.Timeout | undefined;
  private running = false;
  private working = false;
  /** When the next round begins, by the monotonic clock. */
  private at = Infinity;
  /** The earliest round that was asked for during the one under way, as milliseconds after it. */
  private asked = Infinity;
  private round: Promise<void> = Promise.resolve();
  /** The pause after this round: failures in a row extend it. */
  private next: number;

  /**
   * @param work answers the milliseconds until it is due again, infinite until it is woken; nothing for the pause.
   * @param pause milliseconds.
   * @param longest milliseconds to which failures may extend the pause; by default they do not.
   */
  constructor(
    private readonly work: () => Promise<number | void>,
    private readonly pause: number,
    private readonly outage: Pick<OutageLog, 'seen' | 'over'>,
    private readonly longest = pause,
  ) {
    this.next = pause;
  }

  /** @param first milliseconds until the first round; by default the pause. */
  start(first = this.pause): void {
    this.running = true;
    this.schedule(first);
  }

  /**
   * Begins the next round within some milliseconds; during a round, it is the one after that. Does nothing before the
   * start.
   */
  wake(within = 0): void {
    if (this.working) this.asked = Math.min(this.asked, within);
    else this.schedule(Math.min(within, Math.max(0, this.at - performance.now())));
  }

  /** Resolves after the round under way. */
  async stop(): Promise<void> {
    this.running = false;
    clearTimeout(this.timer);
    await this.round;
  }

  private async workOnce(): Promise<void> {
    this.working = true;
    this.asked = Infinity;
    let again: number | void = undefined;
    try {
      again = await this.work();
      this.next = this.pause;
      this.outage.over();
    } catch (error) {
      this.next = Math.min(2 * this.next, this.longest);
      this.outage.seen(error);
    }
    this.working = false;
    this.schedule(Math.min(again ?? this.next, this.asked));
  }

  private schedule(after: number): void {
    clearTimeout(this.timer);
    if (!this.running) return;
    this.at = performance.now() + after;
    if (after === Infinity) return;
    this.timer = setTimeout(
      () => {
        this.round = this.workOnce();
      },
      Math.min(after, LONGEST),
    );
  }
}
