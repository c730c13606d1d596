import { NotPreparedError, type RecordedEvent } from '@service/event-store';
import type {
  EventAuthentications,
  EventLogName,
  PublishedEventAuthentication,
  SharedConsumer,
} from '@service/messaging';
import { SerialByKey } from '@service/platform/batching';
import { firstRetainedDay } from '@service/platform/days';
import type { Pool, PoolClient } from 'pg';
import { FactSource } from './facts/fact-source.js';
import type { PublishedEvent, Planner, Subscribers } from './published-event.js';
import { PlannedBatches } from './planned-batches.js';
import { renderEvent } from './render-event.js';
import { insertEvents, insertingMoved } from './storage/insert-events.js';
import { publishedDays } from './storage/published-days.js';

export interface PublishingOptions {
  pool: Pool;
  /** Authentication of the events that facts are read from. */
  authentications?: EventAuthentications;
  /** Makes the codes of published events. */
  publishedEvents: Pick<PublishedEventAuthentication, 'codeOf'>;
  /** Days for which a day's events are retained after its end. */
  retentionDays: number;
  /** Absent where no deliveries are planned. */
  planner?: Planner;
  subscribers?: Subscribers;
}

/** Milliseconds that a batch waits until all subscriptions older than its events are known. */
const SUBSCRIBERS_WAIT = 2_000;

/**
 * Publishes each event of one log once, in the transaction that moves the position in the log. The published rows are a
 * function of the log: reading an event again yields the same row.
 */
export function publishLog(log: EventLogName, options: PublishingOptions): SharedConsumer {
  const { pool, authentications, publishedEvents, retentionDays, planner, subscribers } = options;
  const source = new FactSource(pool, authentications);
  // Batches of different partitions overlap: one could trim the caches of facts while another needs them.
  const inTurn = new SerialByKey();
  const planned = new PlannedBatches();
  /** Days that were found to have a partition, until a batch fails: one may have been dropped. */
  const ready = new Set<string>();

  /** Also right before deliveries are planned: what is known of subscriptions may be forgotten at any moment. */
  function requireSubscribers(events: RecordedEvent[]): void {
    if (subscribers !== undefined) requireOlder(events, subscribers.horizon());
  }

  function render(connection: Pool | PoolClient, events: RecordedEvent[]): Promise<PublishedEvent[]> {
    planned.forget(events);
    requireSubscribers(events);
    return inTurn.run(log, () => renderEvents(connection, source, events, retentionDays));
  }

  async function publish(
    client: PoolClient,
    events: RecordedEvent[],
    rendered: PublishedEvent[],
  ): Promise<void> {
    if (rendered.length === 0) return;
    const days = [...new Set(rendered.map(({ day }) => day))].filter((day) => !ready.has(day));
    for (const day of await publishedDays.ensureBy(client, days)) ready.add(day);
    const published = await insertEvents(client, rendered, publishedEvents).catch((error: unknown) => {
      ready.clear();
      throw error;
    });
    if (published.length === 0 || planner === undefined) return;
    requireSubscribers(events);
    planned.add(published, await planner.plan(client, published));
  }

  return {
    name: log,
    schema: 'webhook_dispatcher',
    repeatable: false,
    // Deliveries are planned for every subscription older than the event.
    prepare: async () => (await subscribers?.catchUp(SUBSCRIBERS_WAIT)) ?? true,
    apply: async (client, events) => publish(client, events, await render(client, events)),
    async effect(events) {
      const rendered = await render(pool, events);
      requireSubscribers(events);
      const isPlain = rendered.every(({ day }) => ready.has(day)) && planner?.concerns(rendered) !== true;
      if (rendered.length === 0 || !isPlain) return (client) => publish(client, events, rendered);
      return { ...insertingMoved(rendered, publishedEvents), failed: () => ready.clear() };
    },
    applied: (events) => planned.committed(events),
  };
}

/** A batch that was completed from the log may hold events that were committed after `prepare`. */
function requireOlder(events: readonly RecordedEvent[], horizon: bigint): void {
  if (events.every(({ position }) => BigInt(position.tx) < horizon)) return;
  throw new NotPreparedError('Some subscriptions that are older than an event may not be known yet.');
}

/** Renders the events that are published. Those past their retention are left out: a new dispatcher reads the logs from
 *  the beginning. */
async function renderEvents(
  connection: Pool | PoolClient,
  source: FactSource,
  events: readonly RecordedEvent[],
  retentionDays: number,
): Promise<PublishedEvent[]> {
  const now = new Date();
  const facts = await source.gather(connection, events);
  const first = firstRetainedDay(retentionDays, now.getTime());
  const rendered = events
    .map((event) => renderEvent(event, facts, now))
    .filter((event) => event !== null && event.day >= first);
  source.trim();
  return rendered as PublishedEvent[];
}
