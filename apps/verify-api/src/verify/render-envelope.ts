import {
  momentText,
  recordStateAt,
  renderAuthority,
  type AuthorityElementContent,
  type HashedElement,
  type KeyLookUp,
} from '@service/evidence';
import type { KnownAuthority } from '../views/directory.js';
import { Opening } from '../views/records/opening.js';
import type { KeptRecord } from '../views/records/kept-record.js';
import { Envelope } from './envelope.js';
import { provenanceHolds } from './provenance-holds.js';

/** Parts of the evidence that a caller asks for. */
export const EVIDENCE_PARTS = ['provenance', 'authority', 'state'] as const;
export type EvidencePart = (typeof EVIDENCE_PARTS)[number];

const quote = JSON.stringify;
const NO_OPENING = new Opening('');

/**
 * The verification envelope of the specification's section 2, in its JCS form (RFC 8785): members sorted,
 * joined from texts that are kept, because building and serialising objects costs most of an answer.
 */
export function renderEnvelope(
  record: KeptRecord,
  authority: KnownAuthority,
  keyOf: KeyLookUp,
  scope: readonly EvidencePart[],
  now: Date,
  requestId: string,
): Envelope {
  const { snapshot } = record;
  const state = quote(recordStateAt(snapshot, now));
  const before = scope.includes('authority') ? [`"authority":${shownAuthority(record, authority, now)}`] : [];
  const after = scope.includes('state') ? [`"state":${state}`] : [];
  const end =
    `},"record":{"id":${record.shownId},"state":${state},"version":${snapshot.version}}` +
    `,"request_id":"${requestId}","verified_at":"${momentText(now)}"}`;
  if (!scope.includes('provenance')) {
    return new Envelope(NO_OPENING, `{"evidence":{${[...before, ...after].join(',')}${end}`);
  }
  const opening = record.opening(`{"evidence":{${[...before, '"provenance":'].join(',')}`);
  const verified = provenanceHolds(record, authority, keyOf);
  return new Envelope(opening, `${[`${verified}}`, ...after].join(',')}${end}`);
}

function shownAuthority(record: KeptRecord, { elements }: KnownAuthority, now: Date): string {
  const newest = elements[elements.length - 1] as HashedElement<AuthorityElementContent>;
  const event = record.newest;
  return renderAuthority(newest, elements[(event?.authority.version ?? 0) - 1], event?.occurred_at, now);
}
