import { foldLoggedSubscription, type SubscriptionSnapshot } from '@service/contracts';
import type { RecordedEvent } from '@service/event-store';
import { CachedStreams } from './cached-streams.js';

/** Cached subscriptions. */
const CAPACITY = 1_000;

/** Subscriptions of events, cached between batches. */
export class CachedSubscriptions extends CachedStreams<SubscriptionSnapshot> {
  constructor() {
    super(CAPACITY);
  }

  /** The versions after which to read the log to bring these subscriptions up to date. */
  missing(ids: Iterable<string>): Map<string, number> {
    return new Map([...ids].map((id) => [id, this.get(id)?.version ?? 0]));
  }

  take(events: readonly RecordedEvent[]): void {
    for (const event of events) {
      const folded = foldLoggedSubscription(this.get(event.stream_id), event);
      if (folded !== undefined) this.set(event.stream_id, folded);
    }
  }
}
