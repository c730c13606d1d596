import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { DICTIONARIES, NEWEST_DICTIONARY } from './published-event-dictionaries.js';

/** Columns of the row whose values its body repeats. */
export interface BodyKeys {
  event_id: string;
  project_id: string;
  type: string;
  subject_id: string;
  authority_id: string | null;
}

/** Most bytes of a body. One that a forger made longer is not unpacked. */
const MOST_BYTES = 1024 * 1024;

/** A window that holds dictionary and body; less memory than by default, which takes longer to get than to use. */
const DEFLATE = { windowBits: 13, memLevel: 5, chunkSize: 2048 };

/**
 * Compresses the body of a published event for its row: the number of the dictionary in one byte, then DEFLATE (RFC 1951).
 * The dictionary is a typical event, and the ids that stand in the row.
 */
export function packBody(keys: BodyKeys, body: string): Buffer {
  const dictionary = primed(DICTIONARIES[NEWEST_DICTIONARY], keys);
  return Buffer.concat([Buffer.of(NEWEST_DICTIONARY), deflateRawSync(body, { dictionary, ...DEFLATE })]);
}

/** The body of a published event; null where its row does not hold one that this release can read. */
export function unpackBody(keys: BodyKeys, packed: Buffer): string | null {
  const known = (DICTIONARIES as Readonly<Record<number, string | undefined>>)[packed[0] ?? 0];
  if (known === undefined) return null;
  try {
    const dictionary = primed(known, keys);
    const options = { dictionary, maxOutputLength: MOST_BYTES, chunkSize: 4096 };
    return inflateRawSync(packed.subarray(1), options).toString();
  } catch {
    return null;
  }
}

function primed(
  dictionary: string,
  { event_id, project_id, type, subject_id, authority_id }: BodyKeys,
): Buffer {
  return Buffer.from(`${dictionary}"${project_id}""${authority_id}""${type}""${subject_id}""${event_id}"`);
}
