import { foldKey, type KeySnapshot } from '@service/contracts';
import { digestText, keySubjectId, openElement, type KeyElementContent } from '@service/evidence';
import type { Pool } from 'pg';
import { LOG } from '../streams/own-log.js';

/** Every key that was ever published, the newest first. */
export async function listPublishedKeys(pool: Pool): Promise<KeySnapshot[]> {
  const { rows } = await pool.query<{ element: string }>(
    `SELECT element FROM ${LOG}.events WHERE starts_with(stream_id, $1) ORDER BY stream_id, version`,
    [keySubjectId('')],
  );
  const keys = new Map<string, KeySnapshot>();
  for (const { element } of rows) {
    const { content } = openElement<KeyElementContent>(element, digestText(element));
    keys.set(content.key_id, foldKey(keys.get(content.key_id), content));
  }
  return [...keys.values()].sort((left, right) => (left.published_at < right.published_at ? 1 : -1));
}
