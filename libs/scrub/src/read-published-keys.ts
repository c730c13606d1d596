import { foldKey, type KeySnapshot } from '@service/contracts';
import {
  digestText,
  keySubjectId,
  openElement,
  type KeyElementContent,
  type KeyLookUp,
} from '@service/evidence';
import { publishedSchema } from '@service/platform/boundaries';
import type { PoolClient } from 'pg';

/**
 * The published keys from their events, independent of any gateway's cache.
 * @param log of the keys, by the name of its app.
 */
export async function readPublishedKeys(client: PoolClient, log: string): Promise<KeyLookUp> {
  const { rows } = await client.query<{ element: string }>(
    `SELECT element FROM ${publishedSchema(log)}.events
     WHERE starts_with(stream_id, $1) AND element IS NOT NULL ORDER BY stream_id, version`,
    [keySubjectId('')],
  );
  const keys = new Map<string, KeySnapshot>();
  for (const { element } of rows) {
    const { content } = openElement<KeyElementContent>(element, digestText(element));
    keys.set(content.key_id, foldKey(keys.get(content.key_id), content));
  }
  return (keyId) => keys.get(keyId);
}
