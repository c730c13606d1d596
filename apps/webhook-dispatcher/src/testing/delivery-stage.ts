import { randomBytes } from 'node:crypto';
import { foldSubscription, newId, type SubscriptionSnapshot } from '@service/contracts';
import { inTransaction } from '@service/event-store';
import { dayOf } from '@service/platform/days';
import { createLogger } from '@service/platform/logging';
import type { EmbeddedDatabase } from '@service/testing';
import type { Pool } from 'pg';
import type { PublishedEvent } from '../publishing/published-event.js';
import { insertEvents } from '../publishing/storage/insert-events.js';
import { makeRoom } from '../publishing/storage/published-days.js';
import type { AttemptResult, DeliveryAttempt } from '../sending/delivery-attempt.js';
import { DeliveryWorkers, type DeliveryWorkersOptions } from '../deliveries/delivering/delivery-workers.js';
import type { DeliveryHistory } from '../deliveries/delivering/commit-results.js';
import type { Deliverer } from '../deliveries/delivering/deliverer.js';
import { CachedEvents } from '../deliveries/delivering/cached-events.js';
import { SigningSecrets } from '../deliveries/delivering/signing-secrets.js';
import { DeliveryPlanner } from '../deliveries/planning/delivery-planner.js';
import { endSubscription } from '../deliveries/requests/end-subscription.js';
import { makeRoomForAttempts } from '../deliveries/storage/attempt-days.js';
import { publishedEvents } from './published-event-codes.js';
import { created } from './sample-subscription.js';
import { migratedDatabase } from './migrated-database.js';

export const ACKNOWLEDGED: AttemptResult = answered(200);

export function answered(status: number, retry_after_ms: number | null = null): AttemptResult {
  return { status, error: null, retry_after_ms, latency_ms: 1, answer: '' };
}

/** Writes nothing: the stage's database has no tables of the history. */
export const NO_HISTORY: DeliveryHistory = { during: (work) => work(() => Promise.resolve()) };

/** Stands for the transparency log, confirmed since the start of the server. */
const PUBLISHED_LOG_HEAD = `CREATE SCHEMA record_store_published;
  CREATE TABLE record_store_published.log_head AS SELECT clock_timestamp() AS at`;

const NOBODY: Deliverer = { room: () => 0, roomFor: () => 0, take: () => undefined, nudge: () => undefined };

/** What an endpoint does with an attempt. */
export type Endpoint = (attempt: DeliveryAttempt) => AttemptResult | Promise<AttemptResult>;

/** A database with the dispatcher's tables, subscriptions in memory and endpoints that are functions. */
export class DeliveryStage {
  readonly subscriptions = new Map<string, SubscriptionSnapshot>();
  /** The workers that planned queues are leased to; none unless a test names them. */
  leasedTo: Deliverer = NOBODY;
  readonly planner = new DeliveryPlanner(
    {
      ofProject: (id) => [...this.subscriptions.values()].filter(({ project_id }) => project_id === id),
      get: (id) => this.subscriptions.get(id),
    },
    {
      room: () => this.leasedTo.room(),
      roomFor: (id) => this.leasedTo.roomFor(id),
      take: (queues) => this.leasedTo.take(queues),
      nudge: (ids) => this.leasedTo.nudge(ids),
    },
  );
  readonly disabled: [string, string][] = [];
  private readonly endpoints = new Map<string, Endpoint>();
  private readonly running: DeliveryWorkers[] = [];

  private constructor(readonly database: EmbeddedDatabase) {}

  static async open(): Promise<DeliveryStage> {
    const database = await migratedDatabase();
    await database.pool.query(PUBLISHED_LOG_HEAD);
    await makeRoom(database.pool, Date.now());
    await makeRoomForAttempts(database.pool, Date.now());
    return new DeliveryStage(database);
  }

  get pool(): Pool {
    return this.database.pool;
  }

  async close(): Promise<void> {
    await this.stopWorkers();
    await this.database.stop();
  }

  async stopWorkers(): Promise<void> {
    this.leasedTo = NOBODY;
    await Promise.all(this.running.splice(0).map((workers) => workers.stop()));
  }

  /** Adds a subscription to records, by default in a new project and with an endpoint that acknowledges. */
  subscribe(endpoint: Endpoint = () => ACKNOWLEDGED, project_id = newId('project')): SubscriptionSnapshot {
    const id = newId('subscription');
    const url = `https://${id.toLowerCase()}.example/`;
    const event = { ...created, subscription_id: id, project_id, endpoint: url };
    const subscription = foldSubscription(undefined, event, 1);
    this.subscriptions.set(id, subscription);
    this.endpoints.set(subscription.endpoint, endpoint);
    return subscription;
  }

  change(id: string, change: Partial<SubscriptionSnapshot>): void {
    this.subscriptions.set(id, { ...(this.subscriptions.get(id) as SubscriptionSnapshot), ...change });
  }

  /** Publishes an event for each subject, in order, and plans the deliveries. */
  async publish(
    { project_id }: Pick<SubscriptionSnapshot, 'project_id'>,
    subjects: readonly string[],
    only: string | null = null,
  ): Promise<PublishedEvent[]> {
    const ids = subjects.map(() => newId('event')).sort();
    const events = subjects.map((subject_id, place): PublishedEvent => {
      const event_id = ids[place] as string;
      return {
        event_id,
        day: dayOf(Date.now()),
        project_id,
        type: 'service.record.registered',
        subject_id,
        authority_id: null,
        subscription_id: only,
        body: JSON.stringify({ event: { id: event_id, subject: subject_id } }),
        traceparent: null,
      };
    });
    const onCommitted = await inTransaction(this.pool, 'BEGIN', async (client) =>
      this.planner.plan(client, await insertEvents(client, events, publishedEvents)),
    );
    onCommitted();
    return events;
  }

  /** Starts the workers of one replica. */
  work(options: Partial<DeliveryWorkersOptions> = {}): DeliveryWorkers {
    const workers = this.workers(options);
    this.running.push(workers);
    workers.start();
    return workers;
  }

  /** Moves all due times into the past, except those of leased queues. */
  async passTime(interval: string): Promise<void> {
    await this.pool.query(
      `UPDATE webhook_dispatcher.queues SET due = due - $1::interval, scheduled_at = scheduled_at - $1::interval
       WHERE NOT leased`,
      [interval],
    );
    await this.pool.query(
      `UPDATE webhook_dispatcher.endpoints SET failing_since = failing_since - $1::interval,
         held_until = held_until - $1::interval, probe_at = probe_at - $1::interval`,
      [interval],
    );
  }

  /** Rows of a subscription in a table. */
  async count(table: 'queues' | 'entries' | 'attempts' | 'replays', subscriptionId: string): Promise<number> {
    const { rows } = await this.pool.query<{ count: string }>(
      `SELECT count(*) FROM webhook_dispatcher.${table} WHERE subscription_id = $1`,
      [subscriptionId],
    );
    return Number(rows[0]?.count);
  }

  /** Numbers and outcomes of a subscription's attempts, in the order of their deliveries. */
  async attemptsOf(subscriptionId: string): Promise<{ event_id: string; number: number; outcome: string }[]> {
    const { rows } = await this.pool.query<{ event_id: string; number: number; outcome: string }>(
      `SELECT event_id, number, outcome FROM webhook_dispatcher.attempts WHERE subscription_id = $1
       ORDER BY delivery_id, number`,
      [subscriptionId],
    );
    return rows;
  }

  private workers(options: Partial<DeliveryWorkersOptions>): DeliveryWorkers {
    const active = (id: string) => {
      const subscription = this.subscriptions.get(id);
      return subscription?.state === 'active' ? subscription : null;
    };
    const seed = randomBytes(32).toString('base64url');
    return new DeliveryWorkers({
      pool: this.pool,
      logger: createLogger('silent'),
      history: NO_HISTORY,
      tracer: null,
      sender: { send: async (attempt) => (this.endpoints.get(attempt.url) as Endpoint)(attempt) },
      events: new CachedEvents(this.pool, publishedEvents),
      secrets: new SigningSecrets({
        decrypt: (_, context) => (context.endsWith('/signing') ? seed : 'whsec_'),
      }),
      random: () => 0.5,
      subscriptionOf: active,
      isRevoked: (id) => this.subscriptions.get(id)?.state === 'revoked',
      cancel: (id) => endSubscription(this.pool, id),
      disable: async (id, cause) => {
        this.disabled.push([id, cause]);
        this.change(id, { state: 'disabled' });
      },
      ...options,
    });
  }
}
