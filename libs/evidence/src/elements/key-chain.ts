import { findChainFault, type ChainFault, type SubjectRules } from './chain-fault.js';
import { isDigest } from '../digest.js';
import type { HashedElement } from './element.js';
import { KEY_CAUSES, PUBLISHED_PURPOSES, type KeyElementContent } from './key-element.js';
import { followsBy } from './follow-rules.js';
import { isCount, isSize, isText, isTimestamp, membersOf, orNull, type MemberForm } from './member-forms.js';
import { thumbprint } from '../signing/thumbprint.js';
import { TRANSITION_RULES } from './transition-rules.js';

const follows = followsBy(TRANSITION_RULES.key);

/** The members of its elements, with their forms. */
export const KEY_MEMBERS: Readonly<Record<keyof KeyElementContent, MemberForm>> = {
  format: isText,
  log: isText,
  sequence: isCount,
  type: isText,
  event_id: isText,
  key_id: isText,
  purpose: (value) => PUBLISHED_PURPOSES.includes(value as never),
  public_key: isText,
  occurred_at: isTimestamp,
  state: isText,
  cause: orNull((value) => KEY_CAUSES.includes(value as never)),
  invalid_since: orNull(isTimestamp),
  invalid_from_size: orNull(isSize),
  reason_digest: orNull(isDigest),
  salt: isText,
  previous: orNull(isDigest),
};

const rules: SubjectRules<KeyElementContent> = {
  members: membersOf<KeyElementContent>(KEY_MEMBERS),
  constant: TRANSITION_RULES.key.constant,
  follows: (before, next) => follows(before, next) && next.key_id === thumbprint(next.public_key),
};

/**
 * Checks a published key's whole chain, oldest first.
 * @returns the first fault; null for a valid chain.
 */
export function findKeyChainFault(chain: readonly HashedElement<KeyElementContent>[]): ChainFault | null {
  return findChainFault(chain, rules);
}
