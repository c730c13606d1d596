import {
  ServiceError,
  conflictWith,
  invalidRequest,
  momentAfter,
  requireFuture,
  requireTimestamp,
  type Command,
  type CommandTypeOf,
  type GrantAuthority,
} from '@service/contracts';
import {
  authorityStateAfter,
  authorityTransitionAllowed,
  isAuthorityDue,
  type AuthorityEvent,
  type AuthorityEventType,
  type RevocationCause,
} from '@service/evidence';

export type AuthorityCommand = Command<CommandTypeOf<'authority'>> | { type: 'authority.expire' };

/** The facts that a decision depends on, besides the authority and the command. */
export interface AuthorityFacts {
  /** Time of the owner's database. */
  now: Date;
  /** Whether the authority, or all authorities of the project, have reached their limit of elements. */
  is_full: boolean;
}

/** Changes allowed at the limit: those that restrict an authority. */
const ENDING: ReadonlySet<AuthorityCommand['type']> = new Set([
  'authority.suspend',
  'authority.revoke',
  'authority.expire',
]);

/** An authority after its events: the newest event, and how many there were. */
export type AuthorityHead = AuthorityEvent & { version: number };

interface ReasonedEvent {
  event: AuthorityEvent;
  reason: string | null;
}

/** The events, and a refusal if the command is refused because the subject expired. */
export interface AuthorityDecision {
  events: ReasonedEvent[];
  refusal: ServiceError | null;
}

/** The authority after one more event. */
export function evolve(authority: AuthorityHead | null, event: AuthorityEvent): AuthorityHead {
  return {
    type: event.type,
    occurred_at: event.occurred_at,
    issuer: event.issuer,
    scope: event.scope,
    valid_until: event.valid_until,
    public_key: event.public_key,
    state: event.state,
    cause: event.cause,
    invalid_since: event.invalid_since,
    version: (authority?.version ?? 0) + 1,
  };
}

/**
 * Decides a command on an authority; null for a new authority.
 * @throws ServiceError the refusal, where nothing happens.
 */
export function decide(
  authority: AuthorityHead | null,
  command: AuthorityCommand,
  facts: AuthorityFacts,
): AuthorityDecision {
  if (command.type === 'authority.grant') {
    if (authority !== null) {
      const message = 'The authority exists already.';
      throw new ServiceError('authority.transition_not_allowed', { message });
    }
    requireRoom(command, facts);
    return { events: [{ event: grant(command.payload, facts), reason: null }], refusal: null };
  }
  if (authority === null) throw new ServiceError('authority.not_found');
  const now = momentAfter(authority.occurred_at, facts.now);
  const due = isAuthorityDue(authority, now);
  if (command.type === 'authority.expire')
    return { events: due ? [expiry(authority, now)] : [], refusal: null };
  const transitionOf = (head: AuthorityHead) => {
    const event = transition(head, command, now);
    requireRoom(command, facts);
    return event;
  };
  if (!due) return { events: [transitionOf(authority)], refusal: null };
  const expired = expiry(authority, now);
  try {
    return { events: [expired, transitionOf(evolve(authority, expired.event))], refusal: null };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return { events: [expired], refusal: error };
  }
}

function requireRoom({ type }: AuthorityCommand, { is_full }: AuthorityFacts): void {
  if (is_full && !ENDING.has(type)) throw new ServiceError('authority.limit_reached');
}

function grant(
  { issuer, scope, valid_until, public_key }: GrantAuthority,
  { now }: AuthorityFacts,
): AuthorityEvent {
  const occurred_at = now.toISOString();
  requireFuture('valid_until', valid_until, now);
  return {
    type: 'service.authority.granted',
    occurred_at,
    issuer,
    scope,
    valid_until,
    public_key,
    state: 'active',
    cause: null,
    invalid_since: null,
  };
}

function expiry(authority: AuthorityHead, now: Date): ReasonedEvent {
  return { event: next(authority, 'service.authority.expired', now), reason: null };
}

function transition(
  authority: AuthorityHead,
  command: Exclude<AuthorityCommand, { type: 'authority.grant' | 'authority.expire' }>,
  now: Date,
): ReasonedEvent {
  const { reason } = command.payload;
  switch (command.type) {
    case 'authority.renew': {
      const { valid_until } = command.payload;
      const event = next(authority, 'service.authority.renewed', now);
      requireFuture('valid_until', valid_until, new Date(event.occurred_at));
      return { event: { ...event, valid_until }, reason };
    }
    case 'authority.rescope': {
      const event = next(authority, 'service.authority.scope_changed', now);
      return { event: { ...event, scope: command.payload.scope }, reason };
    }
    case 'authority.suspend':
      return { event: next(authority, 'service.authority.suspended', now), reason };
    case 'authority.reinstate':
      return { event: next(authority, 'service.authority.reinstated', now), reason };
    case 'authority.revoke': {
      const { cause, invalid_since: named } = command.payload;
      const event = next(authority, 'service.authority.revoked', now);
      const invalid_since = invalidSince(cause, named, event.occurred_at);
      return { event: { ...event, cause, invalid_since }, reason };
    }
  }
}

/** The event of a transition that keeps the authority's content. */
function next(authority: AuthorityHead, type: AuthorityEventType, now: Date): AuthorityEvent {
  if (!authorityTransitionAllowed(authority.state, type)) {
    const change =
      type === 'service.authority.scope_changed' ? 'rescoped' : type.slice('service.authority.'.length);
    const message = `An authority that is ${authority.state} cannot be ${change}.`;
    throw conflictWith('authority.transition_not_allowed', authority, message);
  }
  const state = authorityStateAfter(authority.state, type);
  const { version: _version, ...kept } = authority;
  return { ...kept, type, occurred_at: now.toISOString(), state };
}

/**
 * Since when a revoked authority's elements are invalid: for a compromise without a time, since the revocation.
 */
function invalidSince(cause: RevocationCause, named: string | null, occurredAt: string): string | null {
  if (cause !== 'key_compromise') {
    if (named !== null)
      throw invalidRequest('invalid_since', 'is allowed with the cause key_compromise only');
    return null;
  }
  if (named === null) return occurredAt;
  requireTimestamp('invalid_since', named);
  if (Date.parse(named) > Date.parse(occurredAt))
    throw invalidRequest('invalid_since', 'must not lie in the future');
  return named;
}
