import type { RecordedEvent } from '@service/event-store';
import type { EventLogName, SharedConsumer } from '@service/messaging';
import type { Pool, PoolClient } from 'pg';
import { FactSource } from './facts/fact-source.js';
import type { Planner, Subscribers } from './published-event.js';
import { renderEvent } from './render-event.js';
import { insertEvents } from './storage/insert-events.js';
import { firstKeptDay, publishedDays } from './storage/published-days.js';

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
export class LogPublisher implements SharedConsumer {
  readonly name: string;
  readonly schema = 'webhook_dispatcher';
  readonly repeatable = false;
  private readonly facts: FactSource;

  constructor(
    log: EventLogName,
    private readonly options: PublishingOptions,
  ) {
    this.name = log;
    this.facts = new FactSource(options.pool);
  }

  /** Deliveries are planned for everybody who subscribed before an event. */
  async prepare(): Promise<boolean> {
    return (await this.options.subscribers?.catchUp(SUBSCRIBERS_WAIT)) ?? true;
  }

  async apply(client: PoolClient, events: RecordedEvent[]): Promise<void> {
    const now = new Date();
    const facts = await this.facts.gather(client, events);
    const first = firstKeptDay(this.options.retentionDays, now.getTime());
    // What would be dropped at once is not published: a service that starts anew reads its logs from the beginning.
    const rendered = events
      .map((event) => renderEvent(event, facts, now))
      .filter((event) => event !== null)
      .filter(({ day }) => day >= first);
    this.facts.trim();
    if (rendered.length === 0) return;
    await publishedDays.ensureBy(client, [...new Set(rendered.map(({ day }) => day))]);
    const published = await insertEvents(client, rendered);
    if (published.length > 0) await this.options.planner?.plan(client, published);
  }

  applied(): void {
    this.options.onPublished?.();
  }
}
