import type { QueueResult } from './queue-result.js';

/** Attempts by outcome since the process started. */
export class DeliveryCounts {
  private readonly counts = new Map<string, number>();

  add({ attempts }: QueueResult): void {
    for (const { outcome } of attempts) this.counts.set(outcome, (this.counts.get(outcome) ?? 0) + 1);
  }

  entries(): [outcome: string, count: number][] {
    return [...this.counts];
  }
}
