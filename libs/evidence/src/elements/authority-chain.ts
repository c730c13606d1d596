import { REVOCATION_CAUSES, type AuthorityElementContent } from './authority-element.js';
import {
  AUTHORITY_TRANSITIONS,
  authorityStateAfter,
  authorityStateAt,
  authorityTransitionAllowed,
  isAuthorityDue,
} from './authority-transitions.js';
import {
  findChainFault,
  findElementFaultOrForm,
  type ChainCheck,
  type ChainFault,
  type SubjectRules,
} from './chain-fault.js';
import { isDigest } from '../digest.js';
import type { HashedElement } from './element.js';
import { isCount, isText, isTextList, isTimestamp, membersOf, orNull } from './member-forms.js';
import { millisecondsOf } from '../moments.js';

const rules: SubjectRules<AuthorityElementContent> = {
  members: membersOf<AuthorityElementContent>({
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
  }),
  constant: ['format', 'project_id', 'authority_id', 'issuer', 'public_key'],
  follows(before, next) {
    if (!Object.hasOwn(AUTHORITY_TRANSITIONS, next.type)) return false;
    if (!authorityTransitionAllowed(before?.state ?? null, next.type)) return false;
    if (next.state !== authorityStateAfter(before?.state ?? null, next.type)) return false;
    if (!revocationHolds(next)) return false;
    if (before === undefined) return true;
    const due = isAuthorityDue(before, new Date(next.occurred_at));
    return due === (next.type === 'service.authority.expired') && keepsTerms(before, next);
  },
};

/** Only a revocation has a cause, and only a compromise has `invalid_since`, which is not after the revocation. */
function revocationHolds({ type, cause, invalid_since, occurred_at }: AuthorityElementContent): boolean {
  if ((type === 'service.authority.revoked') !== (cause !== null)) return false;
  if (cause !== null && !REVOCATION_CAUSES.includes(cause)) return false;
  if ((cause === 'key_compromise') !== (invalid_since !== null)) return false;
  return invalid_since === null || invalid_since <= occurred_at;
}

/** Only a renewal changes the validity of an authority, and only a change of scope changes the scope. */
function keepsTerms(before: AuthorityElementContent, next: AuthorityElementContent): boolean {
  if (next.type !== 'service.authority.renewed' && next.valid_until !== before.valid_until) return false;
  if (next.type === 'service.authority.scope_changed') return true;
  return (
    next.scope.length === before.scope.length && next.scope.every((part, at) => part === before.scope[at])
  );
}

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

/**
 * Whether an authority was valid at the time `at`: active by the element that the transition was decided on, and not
 * declared compromised since an earlier time.
 */
export function authorityValidAt(
  named: AuthorityElementContent,
  newest: AuthorityElementContent,
  at: string,
): boolean {
  if (newest.invalid_since !== null && millisecondsOf(newest.invalid_since) <= millisecondsOf(at))
    return false;
  return authorityStateAt(named, new Date(millisecondsOf(at))) === 'active';
}
