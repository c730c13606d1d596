import {
  ServiceError,
  conflictWith,
  invalidRequest,
  momentAfter,
  requireFuture,
  type AmendRecord,
  type Command,
  type CommandTypeOf,
  type IssuerSigned,
  type RegisterRecord,
  type SupersedeRecord,
} from '@service/contracts';
import {
  RECORD_HISTORY_LIMIT,
  RECORD_TRANSITIONS,
  endsRecord,
  isRecordDue,
  issuerSigningOf,
  recordTransitionAllowed,
  recordTransitionOf,
  type AuthorityReference,
  type AuthorityState,
  type Digest,
  type PlainRecordAction,
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
  /** Digest of the record's newest element; null for a new record. */
  digest: Digest | null;
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
  if (command.type === 'record.expire') {
    if (!isRecordDue(record, momentAfter(record.occurred_at, facts.now))) return [];
    return [{ event: next(record, 'service.record.expired', facts), reason: null }];
  }
  const { reason, signed } = command.payload;
  if (signed !== undefined) requirePlace(record, signed, facts);
  const event = { ...changed(record, command, facts), issuer_signature: signed?.signature ?? null };
  requireIssuerSignature(event, record, facts);
  return [{ event, reason }];
}

/** The event of a command, without its issuer's signature. */
function changed(
  record: RecordHead,
  command: Exclude<RecordCommand, { type: 'record.register' | 'record.expire' }>,
  facts: RecordFacts,
): RecordEvent {
  if (command.type === 'record.amend') return amend(record, command.payload, facts);
  if (command.type === 'record.supersede') return supersede(record, command.payload, facts);
  return changeState(record, command, facts);
}

/** A signature for another place in the history is the caller's stale copy of the record, and no forgery. */
function requirePlace(
  record: RecordHead,
  { sequence, previous }: IssuerSigned,
  { digest }: RecordFacts,
): void {
  if (sequence !== record.version + 1 || previous !== digest) {
    throw conflictWith('record.version_conflict', record);
  }
}

function amend(record: RecordHead, payload: AmendRecord, facts: RecordFacts): RecordEvent {
  const { content_digest, origin, expires_at } = payload;
  const event = {
    ...next(record, 'service.record.amended', facts),
    content_digest,
    origin: origin ?? record.origin,
    expires_at: expires_at === undefined ? record.expires_at : expires_at,
  };
  requireExpiry(event.expires_at, event.occurred_at);
  return event;
}

function supersede(record: RecordHead, { successor_id }: SupersedeRecord, facts: RecordFacts): RecordEvent {
  const event = next(record, 'service.record.superseded', facts);
  if (successor_id === facts.record_id || facts.successor_state !== 'active') {
    throw new ServiceError('record.successor_invalid');
  }
  return { ...event, successor_id };
}

/** A transition that changes only the state, as the published rules say. */
function changeState(
  record: RecordHead,
  { type }: Command<`record.${PlainRecordAction}`>,
  facts: RecordFacts,
): RecordEvent {
  return next(record, recordTransitionOf(type.slice('record.'.length) as PlainRecordAction), facts);
}

function register(
  { origin, external_id, expires_at, content_digest, issuer_signature }: RegisterRecord,
  facts: RecordFacts,
): RecordEvent {
  const { reference, issuer, public_key } = facts.authority;
  requireActive(facts.authority);
  if (public_key !== null && external_id === null) {
    throw invalidRequest('external_id', 'must be given where the authority has a public_key');
  }
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
  requireIssuerSignature(event, null, facts);
  return event;
}

/** The event of a transition that keeps the record's content. */
function next(record: RecordHead, type: RecordEventType, { now, authority }: RecordFacts): RecordEvent {
  if (!recordTransitionAllowed(record.state, type)) {
    const message = `A record that is ${record.state} cannot be ${type.slice('service.record.'.length)}.`;
    throw conflictWith('record.transition_not_allowed', record, message);
  }
  if (record.version >= RECORD_HISTORY_LIMIT && !endsRecord(type)) {
    throw conflictWith('record.history_full', record);
  }
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

/** An event that is to be the record's next has the issuer's signature that its transition and its authority demand. */
function requireIssuerSignature(event: RecordEvent, record: RecordHead | null, facts: RecordFacts): void {
  const { log, project_id, record_id, digest, authority } = facts;
  const place = { sequence: (record?.version ?? 0) + 1, previous: record === null ? null : digest };
  const content = { ...event, ...place, log, project_id, record_id };
  if (issuerSigningOf(content, authority.public_key) === 'invalid') {
    throw new ServiceError('record.issuer_signature_invalid');
  }
}

function requireExpiry(expiresAt: string | null, occurredAt: string): void {
  if (expiresAt !== null) requireFuture('expires_at', expiresAt, new Date(occurredAt));
}
