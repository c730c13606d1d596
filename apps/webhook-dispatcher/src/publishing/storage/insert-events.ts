import type { Effect } from '@service/event-store';
import { packBody, type PublishedEventAuthentication } from '@service/messaging';
import type { PoolClient } from 'pg';
import type { PublishedEvent } from '../published-event.js';

type Codes = Pick<PublishedEventAuthentication, 'codeOf'>;

/** Publishes events in order, each with its code. @returns those that were not published before. */
export async function insertEvents(
  client: PoolClient,
  events: readonly PublishedEvent[],
  authentication: Codes,
): Promise<PublishedEvent[]> {
  const { text, ...query } = inserting(events, authentication);
  const { rows } = await client.query<{ event_id: string }>({ ...query, text: `${text} RETURNING event_id` });
  const inserted = new Set(rows.map(({ event_id }) => event_id));
  return events.filter(({ event_id }) => inserted.has(event_id));
}

/** The same as the effect of a batch. */
export function insertingMoved(events: readonly PublishedEvent[], authentication: Codes): Effect {
  return inserting(events, authentication, 'moved, ');
}

/** @param beside tables that the events are read from as well. */
function inserting(events: readonly PublishedEvent[], authentication: Codes, beside = '') {
  return {
    name: 'insert_published_events',
    text: `INSERT INTO webhook_dispatcher.published_events
        (day, event_id, project_id, type, subject_id, authority_id, subscription_id, body, mac, traceparent)
      SELECT day, event_id, project_id, type, subject_id, authority_id, subscription_id, body, mac, traceparent
      FROM ${beside}unnest($1::date[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::bytea[],
        $9::text[], $10::text[]) WITH ORDINALITY
        AS event(day, event_id, project_id, type, subject_id, authority_id, subscription_id, body, mac, traceparent,
          place)
      ORDER BY place
      ON CONFLICT DO NOTHING`,
    values: [
      events.map(({ day }) => day),
      events.map(({ event_id }) => event_id),
      events.map(({ project_id }) => project_id),
      events.map(({ type }) => type),
      events.map(({ subject_id }) => subject_id),
      events.map(({ authority_id }) => authority_id),
      events.map(({ subscription_id }) => subscription_id),
      events.map((event) => packBody(event, event.body)),
      events.map((event) => authentication.codeOf(event)),
      events.map(({ traceparent }) => traceparent),
    ],
  };
}
