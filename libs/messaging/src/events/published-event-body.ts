import { deflateRawSync, inflateRawSync } from 'node:zlib';

/**
 * Dictionaries for the bodies of published events, by their numbers. A dictionary never changes, and stays until the last event
 * that was published with it has expired; another one gets the next number. The most likely text stands last.
 */
export const DICTIONARIES = {
  1: [
    '"type":"subscription","version":1},"type":"service.subscription.disabled""test":true,"type":"service.subscription.tested"',
    '{"event":{"evidence":{"authority":{},"provenance":{}},"id":"evt_service.credential.expired.updated.rotated.issued',
    '","state":"rotating","subject":{"id":"crd_","type":"credential","version":2},"type":"service.credential.revoked"',
    '"state":"suspended","valid_at_event":false,"valid_now":false,"public_key":"","valid_until":null,"scope":["record.issue","',
    '"chain":[{"authority_id":"aut_","cause":"key_compromised","digest":"sha256:","format":"element/v1","invalid_since":null,"issuer":"',
    '","project_id":"prj_","public_key":null,"reason_digest":null,"salt":"","scope":["',
    '"],"sequence":2,"state":"active","type":"service.authority.suspended.reinstated.revoked.renewed.granted","valid_until":"2027-01-01T00:00:00.000Z"}]',
    '"subject":{"id":"aut_","type":"authority","version":1},"type":"service.record.superseded.suspended.reinstated.amended.expired.revoked',
    '"issuer_signature":"","previous":"sha256:","reason_digest":"sha256:","previous_state":"active","reason":"","reason_salt":"","successor_id":"rec_',
    '"expires_at":"2026-12-31T23:59:59.000Z","external_id":"',
    '{"event":{"evidence":{"authority":{"digest":"sha256:","id":"aut_","issuer":"","scope":[""],"state":"active",',
    '"valid_at_event":true,"valid_now":true,"valid_until":null,"version":1},"provenance":{"chain":[{"authority":{"digest":"sha256:',
    '","id":"aut_","version":1},"content_digest":"sha256:","digest":"sha256:","event_id":"evt_01M","expires_at":null,"external_id":null,',
    '"format":"element/v1","issuer":"","issuer_signature":null,"log":"","occurred_at":"2026-01-01T00:00:00.000Z","origin":"https://',
    '","previous":null,"project_id":"prj_01","reason_digest":null,"record_id":"rec_01M","salt":"","sequence":1,',
    '"signature":{"algorithm":"Ed25519","key_id":"","value":""},"state":"active","successor_id":null,"type":"service.record.registered"}],',
    '"origin":"https://","verified":true}},"id":"evt_01M","occurred_at":"2026-01-01T00:00:00.000Z","record_id":"rec_01M","state":"active",',
    '"subject":{"id":"rec_01M","type":"record","version":1},"type":"service.record.registered"}}',
  ].join(''),
} as const;

/** Number of the dictionary that bodies are compressed with now. */
export const NEWEST_DICTIONARY = 1;

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
