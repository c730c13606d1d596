import { NotPreparedError, type RecordedEvent } from '@service/event-store';
import type { EventLogName, SharedConsumer } from '@service/messaging';
import { firstRetainedDay } from '@service/platform/days';
import type { Pool, PoolClient } from 'pg';
import { FactSource } from './facts/fact-source.js';
import type { PublishedEvent, Planner, Subscribers } from './published-event.js';
import { renderEvent } from './render-event.js';
import { insertEvents } from './storage/insert-events.js';
import { publishedDays } from './storage/published-days.js';

export interface PublishingOptions {
  pool: Pool;
  /** Days that a day's events are kept for after it is over. */
  retentionDays: number;
  /** Absent where nobody plans deliveries. */
  planner?: Planner;
  subscribers?: Subscribers;
  /** Told after events were published. */
  onPublished?: () => void;
}

/** Milliseconds that a batch waits for the subscriptions that are older than its events. */
const SUBSCRIBERS_WAIT = 2_000;

/**
 * Publishes the events of one log, each once, in the transaction that moves the position in it: what is published is
 * a function of the log, and the same event comes to the same row however often it is read.
 */
export function publishLog(log: EventLogName, options: PublishingOptions): SharedConsumer {
  const { pool, retentionDays, planner, subscribers, onPublished } = options;
  const source = new FactSource(pool);
  return {
    name: log,
    schema: 'webhook_dispatcher',
    repeatable: false,
    // Deliveries are planned for everybody who subscribed before an event.
    prepare: async () => (await subscribers?.catchUp(SUBSCRIBERS_WAIT)) ?? true,
    async apply(client, events) {
      if (subscribers !== undefined) requireOlder(events, subscribers.horizon());
      const rendered = await renderEvents(client, source, events, retentionDays);
      if (rendered.length === 0) return;
      await publishedDays.ensureBy(client, [...new Set(rendered.map(({ day }) => day))]);
      const published = await insertEvents(client, rendered);
      if (published.length > 0) await planner?.plan(client, published);
    },
    applied: () => onPublished?.(),
  };
}

/** Where a batch was completed from the log, it may hold what was committed after everybody was ready for it. */
function requireOlder(events: readonly RecordedEvent[], horizon: bigint): void {
  if (events.every(({ position }) => BigInt(position.tx) < horizon)) return;
  throw new NotPreparedError('There may be subscriptions that are older than an event and not known yet.');
}

/** What is published of some events. Days that would be dropped at once are left out: a service that starts anew
 *  reads its logs from the beginning. */
async function renderEvents(
  client: PoolClient,
  source: FactSource,
  events: readonly RecordedEvent[],
  retentionDays: number,
): Promise<PublishedEvent[]> {
  const now = new Date();
  const facts = await source.gather(client, events);
  const first = firstRetainedDay(retentionDays, now.getTime());
  const rendered = events
    .map((event) => renderEvent(event, facts, now))
    .filter((event) => event !== null && event.day >= first);
  source.trim();
  return rendered as PublishedEvent[];
}
