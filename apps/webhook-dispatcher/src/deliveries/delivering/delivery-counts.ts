import { timeOfId } from '@service/contracts';
import { DURATION_BOUNDS, Distribution } from '@service/platform/metrics';
import type { QueueResult } from './queue-result.js';

/** Bounds in seconds from an event to its first attempt; an outage of the dispatcher shows in minutes. */
const LATENCY_BOUNDS = [...DURATION_BOUNDS, 30, 60, 300, 3_600];

/** Counts of this process's deliveries since it started. */
export class DeliveryCounts {
  /** Seconds that attempts took. */
  readonly durations = new Distribution();
  /** Seconds from an event to the end of the first attempt to deliver it. */
  readonly latencies = new Distribution(LATENCY_BOUNDS);
  private readonly counts = new Map<string, number>();

  add({ attempts }: QueueResult): void {
    for (const { outcome, latency_ms, number, entry } of attempts) {
      this.counts.set(outcome, (this.counts.get(outcome) ?? 0) + 1);
      this.durations.observe(latency_ms / 1_000);
      const occurred = timeOfId(entry.event_id, 'event');
      if (number === 1 && entry.replay_id === null && occurred !== null)
        this.latencies.observe(Math.max(0, Date.now() - occurred) / 1_000);
    }
  }

  entries(): [outcome: string, count: number][] {
    return [...this.counts];
  }
}
