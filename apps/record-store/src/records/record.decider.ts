import {
  ServiceError,
  conflictWith,
  momentAfter,
  requireFuture,
  type Command,
  type CommandTypeOf,
  type RegisterRecord,
} from '@service/contracts';
import {
  RECORD_HISTORY_LIMIT,
  RECORD_TRANSITIONS,
  isRecordDue,
  issuerSignatureHolds,
  recordTransitionAllowed,
  type AuthorityReference,
  type AuthorityState,
  type RecordEvent,
  type RecordEventType,
  type RecordState,
} from '@service/evidence';

/** The facts about the authority that a decision needs, at that time. */
export interface AuthorityFacts {
  reference: AuthorityReference;
  issuer: string;
  /** The issuer's public key; null where it has none. */
  public_key: string | null;
  state: AuthorityState;
}

/** The facts that a decision depends on, besides the record and the command. */
export interface RecordFacts {
  /** Time of the owner's database. */
  now: Date;
  record_id: string;
  project_id: string;
  /** The log of the record's elements: part of what its issuer signs. */
  log: string;
  authority: AuthorityFacts;
  /** State of the named successor; null where there is no such record in the project. */
  successor_state: RecordState | null;
}

/** A command that changes the record; an update changes only its metadata. */
export type RecordCommand =
  Command<Exclude<CommandTypeOf<'record'>, 'record.update'>> | { type: 'record.expire' };

/** A record after its events: the newest event, and how many there were. */
export type RecordHead = RecordEvent & { version: number };

interface ReasonedEvent {
  event: RecordEvent;
  reason: string | null;
}

/** The events, and a refusal if the command is refused because the subject expired. */
export interface RecordDecision {
  events: ReasonedEvent[];
  refusal: ServiceError | null;
}

/** The record after one more event. */
export function evolve(record: RecordHead | null, event: RecordEvent): RecordHead {
  return {
    type: event.type,
    occurred_at: event.occurred_at,
    authority: event.authority,
    issuer: event.issuer,
    state: event.state,
    origin: event.origin,
    external_id: event.external_id,
    expires_at: event.expires_at,
    successor_id: event.successor_id,
    content_digest: event.content_digest,
    issuer_signature: event.issuer_signature,
    version: (record?.version ?? 0) + 1,
  };
}

/**
 * Decides a command on a record; null for a new record.
 * @throws ServiceError the refusal, where nothing happens.
 */
export function decide(
  record: RecordHead | null,
  command: RecordCommand,
  facts: RecordFacts,
): RecordDecision {
  // A registration under an existing id may come from another project or authority, so it must not expire that record.
  if (record !== null && command.type === 'record.register') throw new ServiceError('record.already_exists');
  if (
    record === null ||
    command.type === 'record.expire' ||
    !isRecordDue(record, momentAfter(record.occurred_at, facts.now))
  ) {
    return { events: transition(record, command, facts), refusal: null };
  }
  const expiry: ReasonedEvent = { event: next(record, 'service.record.expired', facts), reason: null };
  try {
    const events = transition(evolve(record, expiry.event), command, facts);
    return { events: [expiry, ...events], refusal: null };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return { events: [expiry], refusal: error };
  }
}

function transition(record: RecordHead | null, command: RecordCommand, facts: RecordFacts): ReasonedEvent[] {
  if (command.type === 'record.register') return [{ event: register(command.payload, facts), reason: null }];
  if (record === null) throw new ServiceError('record.not_found');
  switch (command.type) {
    case 'record.amend': {
      const { content_digest, origin, expires_at, issuer_signature, reason } = command.payload;
      const event = {
        ...next(record, 'service.record.amended', facts),
        content_digest,
        origin: origin ?? record.origin,
        expires_at: expires_at === undefined ? record.expires_at : expires_at,
        issuer_signature,
      };
      requireExpiry(event.expires_at, event.occurred_at);
      requireIssuerSignature(event, facts);
      return [{ event, reason }];
    }
    case 'record.suspend':
      return [{ event: next(record, 'service.record.suspended', facts), reason: command.payload.reason }];
    case 'record.reinstate':
      return [{ event: next(record, 'service.record.reinstated', facts), reason: command.payload.reason }];
    case 'record.supersede': {
      const { successor_id, reason } = command.payload;
      const event = next(record, 'service.record.superseded', facts);
      if (successor_id === facts.record_id || facts.successor_state !== 'active') {
        throw new ServiceError('record.successor_invalid');
      }
      return [{ event: { ...event, successor_id }, reason }];
    }
    case 'record.expire':
      if (!isRecordDue(record, momentAfter(record.occurred_at, facts.now))) return [];
      return [{ event: next(record, 'service.record.expired', facts), reason: null }];
    case 'record.revoke':
      return [{ event: next(record, 'service.record.revoked', facts), reason: command.payload.reason }];
  }
}

function register(
  { origin, external_id, expires_at, content_digest, issuer_signature }: RegisterRecord,
  facts: RecordFacts,
): RecordEvent {
  const { reference, issuer } = facts.authority;
  requireActive(facts.authority);
  const occurred_at = facts.now.toISOString();
  requireExpiry(expires_at, occurred_at);
  const event: RecordEvent = {
    type: 'service.record.registered',
    occurred_at,
    authority: reference,
    issuer,
    state: 'active',
    origin,
    external_id,
    expires_at,
    successor_id: null,
    content_digest,
    issuer_signature,
  };
  requireIssuerSignature(event, facts);
  return event;
}

/** The event of a transition that keeps the record's content. */
function next(record: RecordHead, type: RecordEventType, { now, authority }: RecordFacts): RecordEvent {
  if (!recordTransitionAllowed(record.state, type)) {
    const message = `A record that is ${record.state} cannot be ${type.slice('service.record.'.length)}.`;
    throw conflictWith('record.transition_not_allowed', record, message);
  }
  const endsIt = type === 'service.record.revoked' || type === 'service.record.expired';
  if (record.version >= RECORD_HISTORY_LIMIT && !endsIt) throw conflictWith('record.history_full', record);
  if (RECORD_TRANSITIONS[type].needs_active_authority) requireActive(authority);
  const { version: _version, ...kept } = record;
  return {
    ...kept,
    type,
    occurred_at: momentAfter(record?.occurred_at ?? null, now).toISOString(),
    authority: authority.reference,
    state: RECORD_TRANSITIONS[type].to,
    // Only a succession names a successor: a revocation after it names none.
    successor_id: null,
    issuer_signature: null,
  };
}

function requireActive({ state, reference: { version } }: AuthorityFacts): void {
  if (state === 'active') return;
  throw conflictWith('authority.not_active', { version, state }, `The authority is ${state}.`);
}

/**
 * A registration or amendment by an authority with a key has the issuer's signature; one by another authority
 * has none.
 */
function requireIssuerSignature(event: RecordEvent, { log, project_id, authority }: RecordFacts): void {
  const statement = { log, project_id, ...event, authority_id: authority.reference.id };
  if (!issuerSignatureHolds(authority.public_key, statement, event.issuer_signature)) {
    throw new ServiceError('record.issuer_signature_invalid');
  }
}

function requireExpiry(expiresAt: string | null, occurredAt: string): void {
  if (expiresAt !== null) requireFuture('expires_at', expiresAt, new Date(occurredAt));
}
