import { ServiceError, invalidRequest, type AmendRecord, type RegisterRecord } from '@service/contracts';
import {
  RECORD_HISTORY_LIMIT,
  RECORD_TRANSITIONS,
  isRecordDue,
  isTimestamp,
  issuerSignatureHolds,
  recordTransitionAllowed,
  type AuthorityReference,
  type AuthorityState,
  type RecordEvent,
  type RecordEventType,
} from '@service/evidence';

/** What a decision needs to know of the authority, as it is at that moment. */
export interface AuthorityFacts {
  reference: AuthorityReference;
  issuer: string;
  /** Key that its issuer signs with; null where it has none. */
  public_key: string | null;
  state: AuthorityState;
}

/** The successor as it was read with the command; null where there is no such record in the project. */
export interface SuccessorFacts {
  id: string;
  state: string;
}

interface Moment {
  /** The owner's database clock. */
  now: Date;
  authority: AuthorityFacts;
}

/** Where a record's elements belong: part of what its issuer signs. */
export interface ChainFacts {
  log: string;
  project_id: string;
}

export type RecordCommand = Moment &
  (
    | ({ type: 'record.register'; chain: ChainFacts } & Omit<RegisterRecord, 'authority_id'>)
    | ({ type: 'record.amend'; chain: ChainFacts } & Omit<AmendRecord, 'expected_version'>)
    | { type: 'record.suspend'; reason: string }
    | { type: 'record.reinstate'; reason: string }
    | {
        type: 'record.supersede';
        reason: string;
        record_id: string;
        successor_id: string;
        successor: SuccessorFacts | null;
      }
    | { type: 'record.expire' }
    | { type: 'record.revoke'; reason: string }
  );

/** A record as its events leave it: what the newest says, and how many there were. */
export type RecordHead = RecordEvent & { version: number };

interface ReasonedEvent {
  event: RecordEvent;
  reason: string | null;
}

/** What happens; a refusal may stand beside the expiry that caused it. */
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
 * Decides what a command does to a record; null stands for none yet.
 * @throws ServiceError the refusal, where nothing happens at all.
 */
export function decide(record: RecordHead | null, command: RecordCommand): RecordDecision {
  // A register that meets a record names its own project and authority, so that it must not end that record.
  if (record !== null && command.type === 'record.register') throw new ServiceError('record.already_exists');
  const now = notBefore(command.now, record);
  if (record === null || command.type === 'record.expire' || !isRecordDue(record, now)) {
    return { events: transition(record, command), refusal: null };
  }
  const expiry: ReasonedEvent = { event: next(record, 'service.record.expired', command), reason: null };
  try {
    const events = transition(evolve(record, expiry.event), command);
    return { events: [expiry, ...events], refusal: null };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return { events: [expiry], refusal: error };
  }
}

function transition(record: RecordHead | null, command: RecordCommand): ReasonedEvent[] {
  if (command.type === 'record.register') return [{ event: register(command), reason: null }];
  if (record === null) throw new ServiceError('record.not_found');
  switch (command.type) {
    case 'record.amend': {
      const amended = next(record, 'service.record.amended', command);
      const event = {
        ...amended,
        content_digest: command.content_digest,
        origin: command.origin ?? record.origin,
        expires_at: command.expires_at === undefined ? record.expires_at : command.expires_at,
        issuer_signature: command.issuer_signature,
      };
      requireFuture(event.expires_at, event.occurred_at);
      requireIssuerSignature(event, command);
      return [{ event, reason: command.reason }];
    }
    case 'record.suspend':
      return [{ event: next(record, 'service.record.suspended', command), reason: command.reason }];
    case 'record.reinstate':
      return [{ event: next(record, 'service.record.reinstated', command), reason: command.reason }];
    case 'record.supersede': {
      const event = next(record, 'service.record.superseded', command);
      if (command.successor_id === command.record_id || command.successor?.state !== 'active') {
        throw new ServiceError('record.successor_invalid');
      }
      return [{ event: { ...event, successor_id: command.successor_id }, reason: command.reason }];
    }
    case 'record.expire':
      if (!isRecordDue(record, notBefore(command.now, record))) return [];
      return [{ event: next(record, 'service.record.expired', command), reason: null }];
    case 'record.revoke':
      return [{ event: next(record, 'service.record.revoked', command), reason: command.reason }];
  }
}

function register(command: Extract<RecordCommand, { type: 'record.register' }>): RecordEvent {
  requireActive(command.authority);
  const occurred_at = command.now.toISOString();
  requireFuture(command.expires_at, occurred_at);
  const event: RecordEvent = {
    type: 'service.record.registered',
    occurred_at,
    authority: command.authority.reference,
    issuer: command.authority.issuer,
    state: 'active',
    origin: command.origin,
    external_id: command.external_id,
    expires_at: command.expires_at,
    successor_id: null,
    content_digest: command.content_digest,
    issuer_signature: command.issuer_signature,
  };
  requireIssuerSignature(event, command);
  return event;
}

/** The event of a transition that keeps what the record says. */
function next(record: RecordHead, type: RecordEventType, { now, authority }: Moment): RecordEvent {
  if (!recordTransitionAllowed(record.state, type)) {
    throw new ServiceError('record.transition_not_allowed', {
      message: `A record that is ${record.state} cannot be ${type.slice('service.record.'.length)}.`,
    });
  }
  const endsIt = type === 'service.record.revoked' || type === 'service.record.expired';
  if (record.version >= RECORD_HISTORY_LIMIT && !endsIt) throw new ServiceError('record.history_full');
  if (RECORD_TRANSITIONS[type].needsAuthority) requireActive(authority);
  const { version: _version, ...kept } = record;
  return {
    ...kept,
    type,
    occurred_at: notBefore(now, record).toISOString(),
    authority: authority.reference,
    state: RECORD_TRANSITIONS[type].to,
    issuer_signature: null,
  };
}

/** A clock that was set back must not order a history backwards. */
function notBefore(now: Date, record: RecordHead | null): Date {
  const last = record === null ? 0 : Date.parse(record.occurred_at);
  return new Date(Math.max(now.getTime(), last));
}

function requireActive(authority: AuthorityFacts): void {
  if (authority.state !== 'active') {
    throw new ServiceError('authority.not_active', { message: `The authority is ${authority.state}.` });
  }
}

/** What an authority with a key registers and amends bears its own signature, and nobody else's record bears one. */
function requireIssuerSignature(
  event: RecordEvent,
  { authority, chain }: Moment & { chain: ChainFacts },
): void {
  const statement = { ...chain, ...event, authority_id: authority.reference.id };
  if (!issuerSignatureHolds(authority.public_key, statement, event.issuer_signature)) {
    throw new ServiceError('record.issuer_signature_invalid');
  }
}

function requireFuture(expiresAt: string | null, occurredAt: string): void {
  if (expiresAt === null) return;
  if (!isTimestamp(expiresAt))
    throw invalidRequest('expires_at', 'must be a UTC timestamp with milliseconds');
  if (Date.parse(expiresAt) <= Date.parse(occurredAt))
    throw invalidRequest('expires_at', 'must lie in the future');
}
