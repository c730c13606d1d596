import {
  isTimestamp,
  keyTransitionAllowed,
  type KeyCause,
  type KeyEvent,
  type PublishedPurpose,
} from '@service/evidence';

export type KeyCommand =
  | { type: 'key.publish'; purpose: PublishedPurpose; public_key: string }
  | ({ type: 'key.revoke'; reason: string; cause: KeyCause } & Compromise);

/** From when a compromised key's signatures are invalid; both null where that is now. */
export interface Compromise {
  /** ISO 8601, UTC, milliseconds. */
  invalid_since: string | null;
  /** Size of the log. */
  invalid_from_size: number | null;
}

/** The facts that a decision depends on, besides the key and the command. */
export interface KeyFacts {
  /** Time of the owner's database. */
  now: Date;
  /** Size of the log's newest checkpoint; 0 without one. */
  size: number;
}

type Publish = Extract<KeyCommand, { type: 'key.publish' }>;
type Revoke = Extract<KeyCommand, { type: 'key.revoke' }>;

/** The events; or, in words for the operator, why there are none. */
export interface KeyDecision {
  events: { event: KeyEvent; reason: string | null }[];
  refusal: string | null;
}

/**
 * Decides a command on a key; null for one that is not published. Publishing a published key again, even a
 * revoked one, does nothing: every start does so.
 */
export function decide(key: KeyEvent | null, command: KeyCommand, facts: KeyFacts): KeyDecision {
  switch (command.type) {
    case 'key.publish':
      return decidePublication(key, command, facts.now);
    case 'key.revoke':
      return decideRevocation(key, command, facts);
  }
}

function decidePublication(key: KeyEvent | null, { purpose, public_key }: Publish, now: Date): KeyDecision {
  if (key !== null) {
    return key.purpose === purpose ? nothing(null) : nothing(`It was published for ${key.purpose} before.`);
  }
  const event: KeyEvent = {
    type: 'service.key.published',
    occurred_at: now.toISOString(),
    purpose,
    public_key,
    state: 'active',
    cause: null,
    invalid_since: null,
    invalid_from_size: null,
  };
  return { events: [{ event, reason: null }], refusal: null };
}

function decideRevocation(
  key: KeyEvent | null,
  { reason, cause, invalid_since, invalid_from_size }: Revoke,
  { now, size }: KeyFacts,
): KeyDecision {
  if (key === null) return nothing('It was never published.');
  if (!keyTransitionAllowed(key.state, 'service.key.revoked')) return nothing('It is revoked already.');
  // A clock that was set back must not make a history run backwards.
  const occurred_at = new Date(Math.max(now.getTime(), Date.parse(key.occurred_at))).toISOString();
  // Times alone would let through what a thief dates back, and a size alone what waits to be logged.
  if ((invalid_since === null) !== (invalid_from_size === null)) {
    return nothing('invalid_since and the tree size from which it is invalid belong together.');
  }
  if (invalid_since !== null) {
    if (cause !== 'key_compromise')
      return nothing('invalid_since is allowed with the cause key_compromise only.');
    if (!isTimestamp(invalid_since)) return nothing('invalid_since must be a UTC moment with milliseconds.');
    if (invalid_since > occurred_at) return nothing('invalid_since must not lie in the future.');
    if ((invalid_from_size ?? 0) > size) return nothing(`The log has no more than ${size} entries.`);
  }
  const event: KeyEvent = {
    type: 'service.key.revoked',
    occurred_at,
    purpose: key.purpose,
    public_key: key.public_key,
    state: 'revoked',
    cause,
    // A compromise without a time begins now.
    invalid_since: cause === 'key_compromise' ? (invalid_since ?? occurred_at) : null,
    invalid_from_size: cause === 'key_compromise' ? (invalid_from_size ?? size) : null,
  };
  return { events: [{ event, reason }], refusal: null };
}

function nothing(refusal: string | null): KeyDecision {
  return { events: [], refusal };
}
