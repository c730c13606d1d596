import { matchesCategory } from '@service/contracts';
import type { PoolClient } from 'pg';
import type { Planner, PublishedEvent } from '../../publishing/published-event.js';
import type { SubscriptionDirectory } from '../../subscriptions/subscription-directory.js';
import { insertEntries, type NewEntry } from '../storage/insert-entries.js';

/** Plans a delivery of each published event for each active subscription of its project that lists its category. */
export class DeliveryPlanner implements Planner {
  private readonly planned = new Set<string>();

  constructor(private readonly directory: Pick<SubscriptionDirectory, 'ofProject' | 'get'>) {}

  async plan(client: PoolClient, events: readonly PublishedEvent[]): Promise<void> {
    const entries = events.flatMap((event) =>
      this.subscribersOf(event).map((subscription_id) => entryOf(subscription_id, event)),
    );
    await insertEntries(client, entries, null);
    for (const { subscription_id } of entries) this.planned.add(subscription_id);
  }

  /** The subscriptions with deliveries planned since the last call. */
  takePlanned(): string[] {
    const planned = [...this.planned];
    this.planned.clear();
    return planned;
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
}

function entryOf(
  subscription_id: string,
  { subject_id, event_id, day, type }: Pick<PublishedEvent, 'subject_id' | 'event_id' | 'day' | 'type'>,
): NewEntry {
  return { subscription_id, aggregate_id: subject_id, event_id, day, type };
}
