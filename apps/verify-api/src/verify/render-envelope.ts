import { UnavailableError } from '@service/contracts';
import {
  momentText,
  recordStateAt,
  renderAuthority,
  type AuthorityElementContent,
  type HashedElement,
  type KeyLookUp,
} from '@service/evidence';
import type { DirectoryAuthority } from '../views/directory.js';
import { AnswerPrefix } from '../views/records/answer-prefix.js';
import type { StoredRecord } from '../views/records/stored-record.js';
import { Envelope } from './envelope.js';
import { provenanceHolds } from './provenance-holds.js';

/** Parts of the evidence that a caller can ask for. */
export const EVIDENCE_PARTS = ['provenance', 'authority', 'state'] as const;
export type EvidencePart = (typeof EVIDENCE_PARTS)[number];

const quote = JSON.stringify;
const NO_PREFIX = new AnswerPrefix('');

/**
 * Renders the verification envelope of the specification's section 2 in its JCS form (RFC 8785). It joins cached
 * texts, because building and serialising objects would be the largest cost of an answer.
 * @param isContradicted whether the log or a finding contradicts the stored data; then nothing is verified.
 * @throws ServiceError `service.unavailable` where nothing is verified, and the scope leaves no place to say so.
 */
export function renderEnvelope(
  record: StoredRecord,
  authority: DirectoryAuthority,
  keyOf: KeyLookUp,
  scope: readonly EvidencePart[],
  now: Date,
  requestId: string,
  isContradicted = false,
): Envelope {
  const { snapshot } = record;
  const state = quote(recordStateAt(snapshot, now));
  const before = scope.includes('authority') ? [`"authority":${shownAuthority(record, authority, now)}`] : [];
  const after = scope.includes('state') ? [`"state":${state}`] : [];
  const end =
    `},"record":{"id":${record.shownId},"state":${state},"version":${snapshot.version}}` +
    `,"request_id":"${requestId}","verified_at":"${momentText(now)}"}`;
  const verified = !isContradicted && provenanceHolds(record, authority, keyOf);
  if (!scope.includes('provenance')) {
    if (!verified) throw new UnavailableError({ cause: 'not_verified', record_id: snapshot.id });
    return new Envelope(NO_PREFIX, `{"evidence":{${[...before, ...after].join(',')}${end}`);
  }
  const prefix = record.prefix(`{"evidence":{${[...before, '"provenance":'].join(',')}`);
  return new Envelope(prefix, `${[`${verified}}`, ...after].join(',')}${end}`);
}

function shownAuthority(record: StoredRecord, { elements }: DirectoryAuthority, now: Date): string {
  const newest = elements[elements.length - 1] as HashedElement<AuthorityElementContent>;
  const event = record.newest;
  return renderAuthority(newest, elements[(event?.authority.version ?? 0) - 1], event?.occurred_at, now);
}
