import { storeSignaturesAgain } from '@service/event-store';
import {
  digestText,
  openElement,
  signDigest,
  type ElementSignature,
  type KeyElementContent,
  type KeyRing,
} from '@service/evidence';
import type { Pool } from 'pg';

/** An element of a key as it is stored. */
export interface StoredKeyElement {
  event_id: string;
  element: string;
  signature: ElementSignature | null;
}

/** Another signature for an element. */
interface NewSignature {
  event_id: string;
  signature: ElementSignature;
}

/**
 * Signatures for the keys that release 0.1.0 published under their own: by a key that was published before, as far as the ring
 * holds it. The first key of all stays. A key that is not in the ring is none of this service’s, and gets no signature.
 * @param stored the elements of all keys, oldest first.
 */
export function publicationsToSign(stored: readonly StoredKeyElement[], ring: KeyRing): NewSignature[] {
  const held = new Map(ring.all('provenance').map((key) => [key.keyId, key]));
  // Keys that may have published others, oldest first.
  let publishers: string[] = [];
  let isFirst = true;
  return stored.flatMap(({ event_id, element, signature }) => {
    const digest = digestText(element);
    const { key_id, purpose, type } = openElement<KeyElementContent>(element, digest).content;
    if (purpose !== 'provenance') return [];
    if (type === 'service.key.revoked') {
      publishers = publishers.filter((each) => each !== key_id);
      return [];
    }
    const isGood = isFirst || signature?.key_id !== key_id;
    isFirst = false;
    const signer = held.get(publishers.findLast((each) => held.has(each)) ?? '');
    if (!isGood && (signer === undefined || !held.has(key_id))) return [];
    publishers.push(key_id);
    return isGood || signer === undefined ? [] : [{ event_id, signature: signDigest(digest, signer) }];
  });
}

/** Stores these signatures. @returns how many there were. */
export async function signPublications(pool: Pool, schema: string, ring: KeyRing): Promise<number> {
  const { rows } = await pool.query<StoredKeyElement>(
    `SELECT e.event_id, e.element, c.signature FROM ${schema}.events AS e
     LEFT JOIN ${schema}.companions AS c USING (event_id)
     WHERE starts_with(e.stream_id, 'key_') AND e.element IS NOT NULL ORDER BY e.tx, e.pos`,
  );
  return storeSignaturesAgain(pool, schema, publicationsToSign(rows, ring));
}
