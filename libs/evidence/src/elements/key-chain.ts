import { findChainFault, type ChainFault, type SubjectRules } from './chain-fault.js';
import { isDigest } from '../digest.js';
import type { HashedElement } from './element.js';
import { KEY_CAUSES, PUBLISHED_PURPOSES, type KeyElementContent } from './key-element.js';
import { KEY_TRANSITIONS, keyTransitionAllowed } from './key-transitions.js';
import { isCount, isText, isTimestamp, membersOf, orNull } from './member-forms.js';
import { thumbprint } from '../signing/thumbprint.js';

const rules: SubjectRules<KeyElementContent> = {
  members: membersOf<KeyElementContent>({
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
    reason_digest: orNull(isDigest),
    salt: isText,
    previous: orNull(isDigest),
  }),
  constant: ['format', 'key_id', 'purpose', 'public_key'],
  follows(before, next) {
    if (!Object.hasOwn(KEY_TRANSITIONS, next.type) || next.state !== KEY_TRANSITIONS[next.type].to)
      return false;
    if (!keyTransitionAllowed(before?.state ?? null, next.type)) return false;
    return next.key_id === thumbprint(next.public_key) && revocationHolds(next);
  },
};

/** Only a revocation has a cause, and only a compromise has `invalid_since`, which is not after the revocation. */
function revocationHolds({ type, cause, invalid_since, occurred_at }: KeyElementContent): boolean {
  if ((type === 'service.key.revoked') !== (cause !== null)) return false;
  if ((cause === 'key_compromise') !== (invalid_since !== null)) return false;
  return invalid_since === null || invalid_since <= occurred_at;
}

/**
 * Checks a published key's whole chain, oldest first.
 * @returns the first fault; null for a valid chain.
 */
export function findKeyChainFault(chain: readonly HashedElement<KeyElementContent>[]): ChainFault | null {
  return findChainFault(chain, rules);
}
