import { foldLoggedSubscription, type SubscriptionSnapshot } from '@service/contracts';
import type { RecordedEvent } from '@service/event-store';
import { CachedStreams } from './cached-streams.js';

/** Cached subscriptions. */
const CAPACITY = 1_000;

/** Subscriptions of events, cached between batches. */
export class CachedSubscriptions {
  private readonly cached = new CachedStreams<SubscriptionSnapshot>(CAPACITY);

  get(id: string): SubscriptionSnapshot | undefined {
    return this.cached.get(id);
  }

  /** The versions after which to read the log to bring these subscriptions up to date. */
  missing(ids: Iterable<string>): Map<string, number> {
    return new Map([...ids].map((id) => [id, this.cached.get(id)?.version ?? 0]));
  }

  take(events: readonly RecordedEvent[]): void {
    for (const event of events) {
      const folded = foldLoggedSubscription(this.cached.get(event.stream_id), event);
      if (folded !== undefined) this.cached.set(event.stream_id, folded);
    }
  }

  trim(): void {
    this.cached.trim();
  }

  clear(): void {
    this.cached.clear();
  }
}
