import type { LaneOutcome } from './outcomes.js';

/** How many attempts ended how, since the process started. */
export class DeliveryCounts {
  private readonly counts = new Map<string, number>();

  add({ attempts }: LaneOutcome): void {
    for (const { outcome } of attempts) this.counts.set(outcome, (this.counts.get(outcome) ?? 0) + 1);
  }

  /** By outcome. */
  entries(): [outcome: string, count: number][] {
    return [...this.counts];
  }
}
