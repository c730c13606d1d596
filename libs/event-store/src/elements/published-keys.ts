import { foldKey, type KeySnapshot } from '@service/contracts';
import { digestText, keySubjectId, openElement, type KeyElementContent } from '@service/evidence';
import type { Pool } from 'pg';
import type { EventAuthentication } from '../log/event-authentication.js';
import type { RecordedEvent } from '../log/events.js';

type KeyRow = Pick<
  RecordedEvent,
  'stream_id' | 'version' | 'event_id' | 'type' | 'schema_version' | 'element' | 'data'
> & { mac: string | null };

/** The keys by id, from the authentic elements in an event table. @param authentication of the owner. */
export async function readPublishedKeys(
  client: Pick<Pool, 'query'>,
  schema: string,
  authentication: Pick<EventAuthentication, 'isAuthentic'> | undefined,
): Promise<Map<string, KeySnapshot>> {
  const { rows } = await client.query<KeyRow>(
    `SELECT stream_id, version, event_id, type, schema_version, element, data, mac FROM ${schema}.events
     WHERE starts_with(stream_id, $1) AND element IS NOT NULL ORDER BY stream_id, version`,
    [keySubjectId('')],
  );
  const keys = new Map<string, KeySnapshot>();
  for (const { mac, ...event } of rows) {
    if (mac === null || authentication?.isAuthentic({ ...event, mac }) !== true) continue;
    const text = event.element ?? '';
    const { content } = openElement<KeyElementContent>(text, digestText(text));
    keys.set(content.key_id, foldKey(keys.get(content.key_id), content));
  }
  return keys;
}
