import { timeOfId } from '@service/contracts';
import { canonicalJson } from '@service/evidence';
import {
  PUBLISHED_EVENT_COLUMNS,
  type CodedPublishedEvent,
  type PublishedEventAuthentication,
} from '@service/messaging';
import { dayOf } from '@service/platform/days';
import type { PoolClient } from 'pg';
import { ERASABLE } from './shown-change.js';

type StoredEvent = CodedPublishedEvent & { day: string; mac: string | null };

/** The subject whose reasons are erased, and the id of its newest event. */
export interface PublishedSubject {
  id: string;
  projectId: string;
  newestEventId: string;
}

/**
 * Erases the reasons from the published events of a subject, whose bytes differ by them alone from then on.
 * @param client of the owner, in a transaction that locks the subject's stream.
 * @returns how many events had one; null where the newest event is not published yet, which would bring its reason.
 */
export async function erasePublishedReasons(
  client: PoolClient,
  { id, projectId, newestEventId }: PublishedSubject,
  authentication: Pick<PublishedEventAuthentication, 'codeOf' | 'isAuthentic'>,
): Promise<number | null> {
  if (!(await isPublished(client, newestEventId))) return null;
  const { rows } = await client.query<StoredEvent>(
    `SELECT day::text AS day, ${PUBLISHED_EVENT_COLUMNS} FROM webhook_dispatcher.published_events AS event
     WHERE project_id = $1 AND subject_id = $2 FOR UPDATE`,
    [projectId, id],
  );
  const erased = rows.flatMap((row) => {
    const body = withoutReason(row.body);
    if (body === null || body === row.body) return [];
    // A row that was not authentic must not become so.
    return [
      {
        ...row,
        body,
        mac: authentication.isAuthentic(row) ? authentication.codeOf({ ...row, body }) : row.mac,
      },
    ];
  });
  await client.query(
    `UPDATE webhook_dispatcher.published_events AS stored SET body = erased.body, mac = erased.mac
     FROM unnest($1::date[], $2::text[], $3::text[], $4::text[]) AS erased (day, event_id, body, mac)
     WHERE stored.day = erased.day AND stored.event_id = erased.event_id`,
    [
      erased.map(({ day }) => day),
      erased.map(({ event_id }) => event_id),
      erased.map(({ body }) => body),
      erased.map(({ mac }) => mac),
    ],
  );
  return erased.length;
}

/** Whether an event is published, or its day was dropped or never retained. */
async function isPublished(client: PoolClient, eventId: string): Promise<boolean> {
  const madeAt = timeOfId(eventId, 'event');
  if (madeAt === null) return true;
  const { rows } = await client.query<{ published: boolean }>(
    `SELECT EXISTS (SELECT FROM webhook_dispatcher.published_events WHERE day = $1 AND event_id = $2)
       OR to_regclass('webhook_dispatcher.published_events_' || to_char($1::date, 'YYYYMMDD')) IS NULL AS published`,
    [dayOf(madeAt), eventId],
  );
  return rows[0]?.published === true;
}

/** The body without its reason; null where it is no event. */
function withoutReason(body: string): string | null {
  const event = eventOf(body);
  if (event === null) return null;
  for (const member of ERASABLE) delete event[member];
  return canonicalJson({ event });
}

function eventOf(body: string): Partial<Record<string, unknown>> | null {
  try {
    const { event } = JSON.parse(body) as { event?: unknown };
    return typeof event === 'object' ? (event as Partial<Record<string, unknown>> | null) : null;
  } catch {
    return null;
  }
}
