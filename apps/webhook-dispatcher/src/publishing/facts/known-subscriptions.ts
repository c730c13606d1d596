import { foldLoggedSubscription, type SubscriptionSnapshot } from '@service/contracts';
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
    for (const event of events) {
      const folded = foldLoggedSubscription(this.known.get(event.stream_id), event);
      if (folded !== undefined) this.known.set(event.stream_id, folded);
    }
  }

  trim(): void {
    this.known.trim();
  }

  clear(): void {
    this.known.clear();
  }
}
