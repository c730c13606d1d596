import {
  authorityStateAt,
  authorityValidAt,
  millisecondsOf,
  momentText,
  recordStateAt,
  type AuthorityElementContent,
  type KeptElement,
  type KeyLookUp,
} from '@service/evidence';
import type { AuthoritySnapshot } from '@service/contracts';
import type { KnownAuthority } from '../views/directory.js';
import { Envelope, Opening } from './envelope.js';
import type { KeptRecord } from './kept-record.js';
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
  const before = scope.includes('authority')
    ? [`"authority":${renderAuthority(record, authority, now)}`]
    : [];
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

function renderAuthority(record: KeptRecord, { elements, snapshot }: KnownAuthority, now: Date): string {
  const newest = elements[elements.length - 1] as KeptElement<AuthorityElementContent>;
  const event = record.newest;
  const named = elements[(event?.authority.version ?? 0) - 1];
  const validAtEvent =
    event !== undefined &&
    named !== undefined &&
    authorityValidAt(named.content, newest.content, event.occurred_at);
  const state = authorityStateAt(snapshot, now);
  const compromised =
    snapshot.invalid_since !== null && millisecondsOf(snapshot.invalid_since) <= now.getTime();
  return (
    `${shownTerms(snapshot, newest)},"state":"${state}","valid_at_event":${validAtEvent}` +
    `,"valid_now":${state === 'active' && !compromised},"valid_until":"${snapshot.valid_until}"` +
    `,"version":${snapshot.version}}`
  );
}

const terms = new WeakMap<AuthoritySnapshot, string>();

/** The members of an authority that stay the same until its next event, rendered once for each. */
function shownTerms(snapshot: AuthoritySnapshot, { digest }: KeptElement<AuthorityElementContent>): string {
  let shown = terms.get(snapshot);
  if (shown === undefined) {
    const { id, issuer, scope } = snapshot;
    shown = `{"digest":"${digest}","id":${quote(id)},"issuer":${quote(issuer)},"scope":${quote(scope)}`;
    terms.set(snapshot, shown);
  }
  return shown;
}
