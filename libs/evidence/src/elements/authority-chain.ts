import type { AuthorityElementContent } from './authority-element.js';
import {
  findChainFault,
  findElementFaultOrForm,
  type ChainCheck,
  type ChainFault,
  type SubjectRules,
} from './chain-fault.js';
import { isDigest } from '../digest.js';
import type { HashedElement } from './element.js';
import { followsBy } from './follow-rules.js';
import { TRANSITION_RULES } from './transition-rules.js';
import {
  isCount,
  isText,
  isTextList,
  isTimestamp,
  membersOf,
  orNull,
  type MemberForm,
} from './member-forms.js';

/** The members of its elements, with their forms. */
export const AUTHORITY_MEMBERS: Readonly<Record<keyof AuthorityElementContent, MemberForm>> = {
  format: isText,
  log: isText,
  project_id: isText,
  sequence: isCount,
  type: isText,
  event_id: isText,
  authority_id: isText,
  issuer: isText,
  scope: isTextList,
  valid_until: isTimestamp,
  public_key: orNull(isText),
  occurred_at: isTimestamp,
  state: isText,
  cause: orNull(isText),
  invalid_since: orNull(isTimestamp),
  reason_digest: orNull(isDigest),
  salt: isText,
  previous: orNull(isDigest),
};

const rules: SubjectRules<AuthorityElementContent> = {
  members: membersOf<AuthorityElementContent>(AUTHORITY_MEMBERS),
  constant: TRANSITION_RULES.authority.constant,
  follows: followsBy(TRANSITION_RULES.authority),
};

/**
 * Checks an authority's whole chain, oldest first.
 * @returns the first fault; null for a valid chain.
 */
export function findAuthorityChainFault(
  chain: readonly HashedElement<AuthorityElementContent>[],
): ChainFault | null {
  return findChainFault(chain, rules);
}

/**
 * Checks an authority's element against the previous one, which is undefined for the first. A chain is valid if all of
 * its elements are.
 * @returns the first failed check, or null.
 */
export function findAuthorityElementFault(
  before: HashedElement<AuthorityElementContent> | undefined,
  element: HashedElement<AuthorityElementContent>,
): ChainCheck | null {
  return findElementFaultOrForm(before, element, (before?.content.sequence ?? 0) + 1, rules);
}
