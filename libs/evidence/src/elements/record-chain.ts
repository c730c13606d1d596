import {
  findChainFault,
  findElementFaultOrForm,
  type ChainCheck,
  type ChainFault,
  type SubjectRules,
} from './chain-fault.js';
import { isDigest } from '../digest.js';
import type { HashedElement } from './element.js';
import {
  isAuthorityReference,
  isCount,
  isText,
  isTimestamp,
  membersOf,
  orNull,
  type MemberForm,
} from './member-forms.js';
import type { AuthorityReference, RecordElementContent } from './record-element.js';
import { followsBy } from './follow-rules.js';
import { TRANSITION_RULES } from './transition-rules.js';

const follows = followsBy(TRANSITION_RULES.record);

/** The members of its elements, with their forms. */
export const RECORD_MEMBERS: Readonly<Record<keyof RecordElementContent, MemberForm>> = {
  format: isText,
  log: isText,
  project_id: isText,
  sequence: isCount,
  type: isText,
  event_id: isText,
  record_id: isText,
  origin: isText,
  external_id: orNull(isText),
  occurred_at: isTimestamp,
  authority: isAuthorityReference,
  issuer: isText,
  state: isText,
  expires_at: orNull(isTimestamp),
  successor_id: orNull(isText),
  content_digest: isDigest,
  reason_digest: orNull(isDigest),
  salt: isText,
  previous: orNull(isDigest),
  issuer_signature: orNull(isText),
};

const rules: SubjectRules<RecordElementContent> = {
  members: membersOf<RecordElementContent>(RECORD_MEMBERS),
  constant: TRANSITION_RULES.record.constant,
  follows(before, next) {
    if (!follows(before, next)) return false;
    return before === undefined || followsAuthority(before.authority, next.authority);
  },
};

/** A record keeps its authority, and never refers to an older element of it or to another one of the same version. */
function followsAuthority(before: AuthorityReference, next: AuthorityReference): boolean {
  if (next.id !== before.id) return false;
  if (next.version === before.version) return next.digest === before.digest;
  return next.version > before.version;
}

/**
 * Checks a record's whole chain, oldest first, and compares it with the claimed head.
 * @returns the first fault; null for a valid chain.
 */
export function findRecordChainFault(
  chain: readonly HashedElement<RecordElementContent>[],
  head: { id: string; version: number; state: string },
): ChainFault | null {
  const fault = findChainFault(chain, rules);
  if (fault !== null) return fault;
  const newest = chain[chain.length - 1] as HashedElement<RecordElementContent>;
  const holds =
    newest.content.record_id === head.id &&
    newest.content.sequence === head.version &&
    newest.content.state === head.state;
  return holds ? null : { check: 'chain.head', sequence: chain.length };
}

/**
 * Checks a record's element against the previous one, which is undefined for the first. A chain is valid if all of its
 * elements are.
 * @returns the first failed check, or null.
 */
export function findRecordElementFault(
  before: HashedElement<RecordElementContent> | undefined,
  element: HashedElement<RecordElementContent>,
): ChainCheck | null {
  return findElementFaultOrForm(before, element, (before?.content.sequence ?? 0) + 1, rules);
}
