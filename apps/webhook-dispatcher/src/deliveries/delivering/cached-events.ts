import {
  PUBLISHED_EVENT_COLUMNS,
  type PublishedEventAuthentication,
  type StoredPublishedEvent,
} from '@service/messaging';
import type { Pool } from 'pg';
import { queueKeyOf, type PublishedEvent } from '../../publishing/published-event.js';

/** Most characters of bodies in the cache. */
const CAPACITY = 32 * 1024 * 1024;

/** Milliseconds after which an event is read again: its reason may have been erased. */
const FRESH_FOR = 5_000;

type EventKey = Pick<PublishedEvent, 'event_id' | 'day'>;

/** The parts of an event that its delivery needs. */
export type DeliveredEvent = Pick<
  PublishedEvent,
  'event_id' | 'project_id' | 'subject_id' | 'subscription_id' | 'body' | 'traceparent'
>;

/** Placeholder for a forged or removed event. */
export const FORGED = 'forged';

type StoredEvent = StoredPublishedEvent & Pick<PublishedEvent, 'traceparent'>;

/**
 * Published events: the recently read ones from memory, the others from the database. Memory holds only
 * events that were authentic when they were read.
 */
export class CachedEvents {
  private readonly events = new Map<string, { event: DeliveredEvent; readAt: number }>();
  private size = 0;

  constructor(
    private readonly pool: Pool,
    private readonly authentication: PublishedEventAuthentication,
    private readonly capacity = CAPACITY,
    private readonly now: () => number = Date.now,
  ) {}

  private add(event: DeliveredEvent, readAt: number): void {
    this.forget(event.event_id);
    this.events.set(event.event_id, { event, readAt });
    this.size += event.body.length;
    for (const oldest of this.events.keys()) {
      if (this.size <= this.capacity) return;
      this.forget(oldest);
    }
  }

  private forget(id: string): void {
    const cached = this.events.get(id);
    if (cached === undefined) return;
    this.events.delete(id);
    this.size -= cached.event.body.length;
  }

  /** Events by id, without those of dropped days. A forged or removed event raises an alarm. */
  async of(events: readonly EventKey[]): Promise<Map<string, DeliveredEvent | typeof FORGED>> {
    const found = new Map<string, DeliveredEvent | typeof FORGED>();
    const missing = new Map<string, string>();
    const now = this.now();
    for (const { event_id, day } of events) {
      const cached = this.events.get(event_id);
      if (cached === undefined || now - cached.readAt >= FRESH_FOR) missing.set(event_id, day);
      else found.set(event_id, cached.event);
    }
    if (missing.size > 0) {
      for (const row of await this.read(missing)) {
        const body = this.authentication.check(row);
        const event = body === null ? FORGED : { ...row, body };
        if (event !== FORGED) this.add(event, now);
        found.set(row.event_id, event);
        missing.delete(row.event_id);
      }
      for (const id of await this.removed(missing)) {
        this.authentication.alarm(id);
        found.set(id, FORGED);
      }
    }
    return found;
  }

  /** Whether an event belongs to the place of its queue entry; raises an alarm if it does not. */
  belongsTo(
    event: DeliveredEvent,
    place: { project_id: string; queue_key: string; subscription_id: string },
  ): boolean {
    const belongs =
      event.project_id === place.project_id &&
      queueKeyOf(event) === place.queue_key &&
      (event.subscription_id ?? place.subscription_id) === place.subscription_id;
    if (!belongs) this.authentication.alarm(event.event_id);
    return belongs;
  }

  /** Missing events whose days were not dropped: only an intruder can have removed them. */
  private async removed(missing: ReadonlyMap<string, string>): Promise<string[]> {
    if (missing.size === 0) return [];
    const { rows } = await this.pool.query<{ event_id: string }>(
      `SELECT event_id FROM unnest($1::date[], $2::text[]) AS wanted (day, event_id)
       WHERE EXISTS (
         SELECT FROM pg_inherits
         WHERE inhrelid = to_regclass('webhook_dispatcher.published_events_' || to_char(wanted.day, 'YYYYMMDD'))
       )`,
      [[...missing.values()], [...missing.keys()]],
    );
    return rows.map(({ event_id }) => event_id);
  }

  private async read(days: ReadonlyMap<string, string>): Promise<StoredEvent[]> {
    const { rows } = await this.pool.query<StoredEvent>({
      name: 'read-published-events',
      text: `SELECT event.*
        FROM unnest($1::date[], $2::text[]) AS wanted (day, event_id)
        CROSS JOIN LATERAL (
          SELECT ${PUBLISHED_EVENT_COLUMNS}, traceparent FROM webhook_dispatcher.published_events
          WHERE day = wanted.day AND event_id = wanted.event_id
        ) AS event`,
      values: [[...days.values()], [...days.keys()]],
    });
    return rows;
  }
}
