import {
  authorityStateAt,
  authorityValidAt,
  recordStateAt,
  type AuthorityElementContent,
  type KeptElement,
} from '@service/evidence';
import type { KnownAuthority } from '../views/directory.js';
import type { KeptRecord } from './kept-record.js';

/** Parts of the evidence that a caller asks for. */
export const EVIDENCE_PARTS = ['provenance', 'authority', 'state'] as const;
export type EvidencePart = (typeof EVIDENCE_PARTS)[number];

const quote = JSON.stringify;

/**
 * The verification envelope of the specification's section 2, in its JCS form (RFC 8785): members sorted,
 * joined from texts that are kept, because building and serialising objects costs most of an answer.
 */
export function renderEnvelope(
  record: KeptRecord,
  authority: KnownAuthority,
  scope: readonly EvidencePart[],
  now: Date,
  requestId: string,
): string {
  const { snapshot } = record;
  const state = quote(recordStateAt(snapshot, now));
  const parts = [];
  if (scope.includes('authority')) parts.push(`"authority":${renderAuthority(record, authority, now)}`);
  if (scope.includes('provenance')) parts.push(`"provenance":${renderProvenance(record, authority)}`);
  if (scope.includes('state')) parts.push(`"state":${state}`);
  return (
    `{"evidence":{${parts.join(',')}}` +
    `,"record":{"id":${quote(snapshot.id)},"state":${state},"version":${snapshot.version}}` +
    `,"request_id":"${requestId}","verified_at":"${now.toISOString()}"}`
  );
}

function renderProvenance(record: KeptRecord, authority: KnownAuthority): string {
  const verified = record.verified() && namesKeptElements(record, authority);
  const origin = quote(record.newest?.origin ?? record.snapshot.origin);
  return (
    `{"chain":[${record.shownChain}],"chain_length":${record.chain.length}` +
    `,"origin":${origin},"receipt":null,"verified":${verified}}`
  );
}

/** Whether every transition was decided on an element of the authority that is kept here. */
function namesKeptElements(record: KeptRecord, authority: KnownAuthority): boolean {
  return record.chain.every(({ content: { authority: named } }) => {
    return (
      named.id === authority.snapshot.id && authority.elements[named.version - 1]?.digest === named.digest
    );
  });
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
  const compromised = snapshot.invalid_since !== null && Date.parse(snapshot.invalid_since) <= now.getTime();
  return (
    `{"digest":"${newest.digest}","id":${quote(snapshot.id)},"issuer":${quote(snapshot.issuer)}` +
    `,"scope":${quote(snapshot.scope)},"state":"${state}","valid_at_event":${validAtEvent}` +
    `,"valid_now":${state === 'active' && !compromised},"valid_until":"${snapshot.valid_until}"` +
    `,"version":${snapshot.version}}`
  );
}
