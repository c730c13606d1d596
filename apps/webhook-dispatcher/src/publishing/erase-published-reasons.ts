import { timeOfId } from '@service/contracts';
import { canonicalJson } from '@service/evidence';
import {
  PUBLISHED_EVENT_COLUMNS,
  packBody,
  unpackBody,
  type PublishedEventAuthentication,
  type StoredPublishedEvent,
} from '@service/messaging';
import { dayOf } from '@service/platform/days';
import type { PoolClient } from 'pg';
import { ERASABLE } from './shown-change.js';

type StoredEvent = StoredPublishedEvent & { day: string };

/** The subject whose reasons are erased, and the id of its newest event. */
export interface PublishedSubject {
  id: string;
  projectId: string;
  newestEventId: string;
}

/**
 * Erases the reasons from the published events of a subject; nothing else of their bodies changes.
 * @param client of the owner, in a transaction that locks the subject's stream.
 * @returns how many events had one; null where the newest event is not published yet, as its reason would follow.
 */
export async function erasePublishedReasons(
  client: PoolClient,
  { id, projectId, newestEventId }: PublishedSubject,
  authentication: Pick<PublishedEventAuthentication, 'codeOf' | 'bodyOf'>,
): Promise<number | null> {
  if (!(await isPublished(client, newestEventId))) return null;
  const { rows } = await client.query<StoredEvent>(
    `SELECT day::text AS day, ${PUBLISHED_EVENT_COLUMNS} FROM webhook_dispatcher.published_events AS event
     WHERE project_id = $1 AND subject_id = $2 FOR UPDATE`,
    [projectId, id],
  );
  const erased = rows.flatMap((row) => {
    const stored = unpackBody(row, row.body);
    const body = stored === null ? null : withoutReason(stored);
    if (body === null || body === stored) return [];
    // A forged row must not become authentic.
    const isAuthentic = authentication.bodyOf(row) !== null;
    const mac = isAuthentic ? authentication.codeOf({ ...row, body }) : row.mac;
    return [{ ...row, body: packBody(row, body), mac }];
  });
  await client.query(
    `UPDATE webhook_dispatcher.published_events AS stored SET body = erased.body, mac = erased.mac
     FROM unnest($1::date[], $2::text[], $3::bytea[], $4::text[]) AS erased (day, event_id, body, mac)
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

/** The body without its reason; null where it is not an event. */
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
