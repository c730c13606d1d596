import { foldSubscription, type SubscriptionEvent, type SubscriptionSnapshot } from '@service/contracts';
import type { RecordedEvent } from '@service/event-store';
import { KnownStreams } from './known-streams.js';

/** Subscriptions that are kept in memory. */
const CAPACITY = 1_000;

/** Subscriptions that events tell of, kept between batches. */
export class KnownSubscriptions {
  private readonly known = new KnownStreams<SubscriptionSnapshot>(CAPACITY);

  get(id: string): SubscriptionSnapshot | undefined {
    return this.known.get(id);
  }

  /** The versions after which the log must be read for some to be known as they are now. */
  missing(ids: Iterable<string>): Map<string, number> {
    return new Map([...ids].map((id) => [id, this.known.get(id)?.version ?? 0]));
  }

  take(events: readonly RecordedEvent[]): void {
    for (const { stream_id, data, version } of events) {
      const before = this.known.get(stream_id);
      if (version !== (before?.version ?? 0) + 1) continue;
      this.known.set(stream_id, foldSubscription(before, data as SubscriptionEvent, version));
    }
  }

  trim(): void {
    this.known.trim();
  }

  clear(): void {
    this.known.clear();
  }
}
