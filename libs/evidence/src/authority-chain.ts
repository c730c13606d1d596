import { findChainFault, type ChainFault, type SubjectRules } from './chain-fault.js';
import type { KeptElement } from './element.js';
import type { AuthorityElementContent } from './authority-element.js';
import {
  AUTHORITY_TRANSITIONS,
  authorityStateAfter,
  authorityStateAt,
  authorityTransitionAllowed,
  isAuthorityDue,
} from './authority-transitions.js';

const rules: SubjectRules<AuthorityElementContent> = {
  members: [
    'authority_id',
    'cause',
    'event_id',
    'format',
    'invalid_since',
    'issuer',
    'log',
    'occurred_at',
    'previous',
    'project_id',
    'public_key',
    'reason_digest',
    'salt',
    'scope',
    'sequence',
    'state',
    'type',
    'valid_until',
  ],
  constant: ['format', 'log', 'project_id', 'authority_id', 'issuer', 'public_key'],
  follows(before, next) {
    if (!(next.type in AUTHORITY_TRANSITIONS)) return false;
    if (!authorityTransitionAllowed(before?.state ?? null, next.type)) return false;
    if (next.state !== authorityStateAfter(before?.state ?? null, next.type)) return false;
    if ((next.type === 'service.authority.revoked') !== (next.cause !== null)) return false;
    if (next.invalid_since !== null && next.cause !== 'key_compromise') return false;
    if (before === undefined) return true;
    const due = isAuthorityDue(before, new Date(next.occurred_at));
    return due === (next.type === 'service.authority.expired');
  },
};

/**
 * Checks an authority's whole chain, oldest first.
 * @returns the first fault, or null where everything holds.
 */
export function findAuthorityChainFault(
  chain: readonly KeptElement<AuthorityElementContent>[],
): ChainFault | null {
  return findChainFault(chain, rules);
}

/**
 * Whether an authority stood behind something at the moment that `at` names: active by the element that the
 * transition was decided on, and not declared compromised since before that moment.
 */
export function authorityValidAt(
  named: AuthorityElementContent,
  newest: AuthorityElementContent,
  at: string,
): boolean {
  if (newest.invalid_since !== null && Date.parse(newest.invalid_since) <= Date.parse(at)) return false;
  return authorityStateAt(named, new Date(at)) === 'active';
}
