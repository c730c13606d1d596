import { matchesCategory } from '@service/contracts';
import type { PoolClient } from 'pg';
import { queueKeyOf, type Planner, type PublishedEvent } from '../../publishing/published-event.js';
import type { SubscriptionDirectory } from '../../subscriptions/subscription-directory.js';
import { LEASE_FOR } from '../delivering/claim-queues.js';
import type { Deliverer } from '../delivering/deliverer.js';
import { insertEntries, queueMapKey, type NewEntry } from '../storage/insert-entries.js';

/**
 * Plans a delivery of each published event for each active subscription of its project that lists its category. New queues
 * are leased to this process while it has room: it delivers them right after the commit, without a claim.
 */
export class DeliveryPlanner implements Planner {
  constructor(
    private readonly directory: Pick<SubscriptionDirectory, 'ofProject' | 'get'>,
    private readonly deliverer: Deliverer,
  ) {}

  concerns(events: readonly PublishedEvent[]): boolean {
    return events.some((event) => this.subscribersOf(event).length > 0);
  }

  async plan(client: PoolClient, events: readonly PublishedEvent[]): Promise<() => void> {
    const entries = events.flatMap((event) =>
      this.subscribersOf(event).map((subscription_id) => entryOf(subscription_id, event)),
    );
    // Read before the statement, so that the lease in the database ends no earlier.
    const until = performance.now() + LEASE_FOR;
    const leased = await insertEntries(client, entries, { lease: this.queuesToLease(entries) });
    const eventsById = new Map(events.map((event) => [event.event_id, event]));
    const leasedKeys = new Set(leased.map(({ queue }) => queueMapKey(queue)));
    const due = new Set(
      entries.flatMap((entry) => (leasedKeys.has(queueMapKey(entry)) ? [] : [entry.subscription_id])),
    );
    return () => {
      this.deliverer.take(leased.map((queue) => ({ ...queue, events: eventsById, until })));
      this.deliverer.nudge(due);
    };
  }

  /** Ids of the subscriptions that get an event. */
  subscribersOf({ project_id, type, subscription_id }: PublishedEvent): string[] {
    if (subscription_id !== null) {
      return this.directory.get(subscription_id)?.state === 'active' ? [subscription_id] : [];
    }
    return this.directory
      .ofProject(project_id)
      .filter(({ state, categories }) => state === 'active' && matchesCategory(categories, type))
      .map(({ id }) => id);
  }

  /** The first queues of each subscription, as many as there is room for. */
  private queuesToLease(entries: readonly NewEntry[]): Set<string> {
    const room = new Map<string, number>();
    const wanted = new Set<string>();
    const most = this.deliverer.room();
    for (const entry of entries) {
      if (wanted.size >= most) break;
      const id = entry.subscription_id;
      const left = room.get(id) ?? this.deliverer.roomFor(id);
      const key = queueMapKey(entry);
      const isNew = left > 0 && !wanted.has(key);
      if (isNew) wanted.add(key);
      room.set(id, isNew ? left - 1 : left);
    }
    return wanted;
  }
}

function entryOf(subscription_id: string, event: PublishedEvent): NewEntry {
  const { event_id, day, type } = event;
  return { subscription_id, queue_key: queueKeyOf(event), event_id, day, type };
}
