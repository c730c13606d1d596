import { EventLog, inTransaction, openPublishedLog, type RecordedEvent } from '@service/event-store';
import { packBody, type EventAuthentications, type PublishedEventAuthentication } from '@service/messaging';
import type { Pool, PoolClient } from 'pg';
import { LOG } from '../subscriptions/own-log.js';
import { FactSource } from './facts/fact-source.js';
import type { PublishedEvent } from './published-event.js';
import { renderEvent } from './render-event.js';

/** Most events that one transaction renders. */
const PAGE = 500;

export interface RenderAgainOptions {
  /** Logged in as the owner: the dispatcher's own role cannot change published events. */
  pool: Pool;
  authentications: EventAuthentications;
  publishedEvents: Pick<PublishedEventAuthentication, 'codeOf'>;
}

/** Outcome for the events without a code. */
export interface RenderedAgain {
  rendered: number;
  /** Ids of published events without an authentic event in the logs; they are not changed. */
  left: string[];
}

type Place = Pick<PublishedEvent, 'day' | 'event_id'>;

/**
 * Renders the published events without a code again, from the events in the logs, and gives them their codes. The
 * contents of their rows are not used: somebody else may have written them. Authorities are shown as they are now.
 */
export async function renderAgain({
  pool,
  authentications,
  publishedEvents,
}: RenderAgainOptions): Promise<RenderedAgain> {
  const source = new FactSource(pool, authentications);
  const logs = [
    openPublishedLog(pool, 'record_store'),
    openPublishedLog(pool, 'credential_authority', authentications.credential_authority),
    new EventLog(pool, LOG, authentications[LOG]),
  ];
  const result: RenderedAgain = { rendered: 0, left: [] };
  let after: Place = { day: '0001-01-01', event_id: '' };
  for (;;) {
    const places = await readPlaces(pool, after);
    const last = places.at(-1);
    if (last === undefined) return result;
    after = last;
    const rendered = await inTransaction(pool, 'BEGIN', async (client) => {
      const events = await readEvents(client, logs, places);
      const facts = await source.gather(client, events);
      const now = new Date();
      const made = events.flatMap((event) => renderEvent(event, facts, now) ?? []);
      source.trim();
      return store(client, made, publishedEvents);
    });
    result.rendered += rendered.size;
    result.left.push(...places.flatMap(({ event_id }) => (rendered.has(event_id) ? [] : [event_id])));
  }
}

async function readPlaces(pool: Pool, { day, event_id }: Place): Promise<Place[]> {
  const { rows } = await pool.query<Place>(
    `SELECT day::text AS day, event_id FROM webhook_dispatcher.published_events
     WHERE mac IS NULL AND day >= $1 AND (day, event_id) > ($1, $2) ORDER BY published_events.day, event_id LIMIT $3`,
    [day, event_id, PAGE],
  );
  return rows;
}

async function readEvents(
  client: PoolClient,
  logs: readonly EventLog[],
  places: readonly Place[],
): Promise<RecordedEvent[]> {
  const ids = places.map(({ event_id }) => event_id);
  const events: RecordedEvent[] = [];
  for (const log of logs) {
    const { rows } = await client.query<{ stream_id: string; version: number }>(
      `SELECT stream_id, version FROM ${log.schema}.events WHERE event_id = ANY ($1)`,
      [ids],
    );
    events.push(...(await log.readEach(rows, client)));
  }
  return events;
}

/** @returns the ids of the stored events. */
async function store(
  client: PoolClient,
  events: readonly PublishedEvent[],
  publishedEvents: Pick<PublishedEventAuthentication, 'codeOf'>,
): Promise<Set<string>> {
  const coded = events.map((event) => ({
    ...event,
    body: `\\x${packBody(event, event.body).toString('hex')}`,
    mac: publishedEvents.codeOf(event),
  }));
  const { rows } = await client.query<{ event_id: string }>(
    `UPDATE webhook_dispatcher.published_events AS stored
     SET project_id = made.project_id, type = made.type, subject_id = made.subject_id,
       authority_id = made.authority_id, subscription_id = made.subscription_id, body = made.body, mac = made.mac,
       traceparent = made.traceparent
     FROM json_populate_recordset(NULL::webhook_dispatcher.published_events, $1) AS made
     WHERE stored.day = made.day AND stored.event_id = made.event_id AND stored.mac IS NULL
     RETURNING stored.event_id`,
    [JSON.stringify(coded)],
  );
  return new Set(rows.map(({ event_id }) => event_id));
}
