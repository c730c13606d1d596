import { UnavailableError } from '@service/contracts';
import {
  authorityStanding,
  findIssuerSignatureFault,
  judgeRecord,
  momentText,
  recordStateAt,
  renderAuthority,
  renderLookup,
  renderVerdict,
  type AuthorityElementContent,
  type Digest,
  type HashedElement,
  type KeyLookUp,
  type Lookup,
} from '@service/evidence';
import type { DirectoryAuthority } from '../views/directory.js';
import { AnswerPrefix } from '../views/records/answer-prefix.js';
import type { StoredRecord } from '../views/records/stored-record.js';
import { authorityHolds } from './authority-holds.js';

/** Parts of the evidence that a caller can ask for. */
export const EVIDENCE_PARTS = ['provenance', 'authority', 'state', 'verdict'] as const;
export type EvidencePart = (typeof EVIDENCE_PARTS)[number];

/** Most elements of a record that one operation pays for. */
const ELEMENTS_OF_OPERATION = 32;
const quote = JSON.stringify;
const NO_PREFIX = new AnswerPrefix('');

/** The text of an answer in its JCS form, with the digest that is signed. */
export class Envelope {
  readonly text: string;

  constructor(
    private readonly prefix: AnswerPrefix,
    private readonly rest: string,
    /** Elements of the record that it rests on: each was checked for it. */
    private readonly elements: number,
  ) {
    this.text = prefix.text + rest;
  }

  /** Operations that it costs beyond the one that admission counted. */
  get price(): number {
    return Math.floor(Math.max(0, this.elements - 1) / ELEMENTS_OF_OPERATION);
  }

  digest(): Digest {
    return this.prefix.digestWith(this.rest);
  }
}

/**
 * Renders the verification envelope of the specification's section 2 in its JCS form (RFC 8785). It joins cached
 * texts, because building and serialising objects would be the largest cost of an answer.
 * @param isContradicted whether the log or a finding contradicts the stored data; then nothing is verified.
 * @param lookup how the record was found; null where the request names its id.
 * @throws ServiceError `service.unavailable` where nothing is verified, and the scope has neither `provenance` nor
 * `verdict` to say so.
 */
export function renderEnvelope(
  record: StoredRecord,
  authority: DirectoryAuthority,
  keyOf: KeyLookUp,
  scope: readonly EvidencePart[],
  now: Date,
  requestId: string,
  isContradicted = false,
  lookup: Lookup | null = null,
): Envelope {
  const { snapshot, newest: event } = record;
  const state = recordStateAt(snapshot, now);
  const verified = !isContradicted && provenanceHolds(record, authority, keyOf);
  const newest = authority.elements[authority.elements.length - 1] as HashedElement<AuthorityElementContent>;
  const named = authority.elements[(event?.authority.version ?? 0) - 1]?.content;
  const standing = authorityStanding(newest.content, named, event?.occurred_at, now);
  const before = scope.includes('authority') ? [`"authority":${renderAuthority(newest, standing)}`] : [];
  if (lookup !== null) before.push(`"lookup":${renderLookup(lookup)}`);
  const after = scope.includes('state') ? [`"state":${quote(state)}`] : [];
  if (scope.includes('verdict')) {
    const verdict = judgeRecord({
      verified,
      logged: record.receipt !== null,
      state,
      successorId: event?.successor_id ?? null,
      authority: standing,
      lookup,
    });
    after.push(`"verdict":${renderVerdict(verdict)}`);
  }
  const end =
    `},"record":{"id":${record.shownId},"state":${quote(state)},"version":${snapshot.version}}` +
    `,"request_id":"${requestId}","verified_at":"${momentText(now)}"}`;
  if (!scope.includes('provenance')) {
    if (!verified && !scope.includes('verdict'))
      throw new UnavailableError({ cause: 'not_verified', record_id: snapshot.id });
    return new Envelope(
      NO_PREFIX,
      `{"evidence":{${[...before, ...after].join(',')}${end}`,
      record.chain.length,
    );
  }
  const prefix = record.prefix(`{"evidence":{${[...before, '"provenance":'].join(',')}`);
  return new Envelope(prefix, `${[`${verified}}`, ...after].join(',')}${end}`, record.chain.length);
}

/** Whether a record's chain is complete and signed, and rests on signed elements of its authority that allowed it. */
function provenanceHolds(record: StoredRecord, authority: DirectoryAuthority, keyOf: KeyLookUp): boolean {
  return (
    record.verified(keyOf) &&
    authorityHolds(authority, keyOf) &&
    record.restsOn(authority) &&
    findIssuerSignatureFault(
      record.chain,
      ({ version }) => authority.elements[version - 1]?.content.public_key,
    ) === null
  );
}
