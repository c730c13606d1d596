import {
  authorityStateAt,
  authorityValidAt,
  millisecondsOf,
  momentText,
  recordStateAt,
  type AuthorityElementContent,
  type KeptElement,
} from '@service/evidence';
import type { AuthoritySnapshot } from '@service/contracts';
import type { KnownAuthority } from '../views/directory.js';
import { Envelope, Opening } from './envelope.js';
import type { KeptRecord } from './kept-record.js';

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
  const verified = record.verified() && namesKeptElements(record, authority);
  return new Envelope(opening, `${[`${verified}}`, ...after].join(',')}${end}`);
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
