import {
  ServiceError,
  TERMS_BOUNDS,
  conflictWith,
  credentialStateAt,
  foldCredential,
  invalidRequest,
  mergeMetadata,
  momentAfter,
  oldSecret,
  type Command,
  type CommandTypeOf,
  type CredentialEvent,
  type CredentialSnapshot,
  type IssueCredential,
} from '@service/contracts';
import { canonicalJson } from '@service/evidence';
import { decideExpiry } from './expiry.decider.js';
import { requireChangeable, requireIssuable, requireUsable, type Issuer } from './issuer.decider.js';
import { requireSecret } from './secret.decider.js';
import { requireName, requireTerms } from './terms.decider.js';

export type CredentialCommand = Command<CommandTypeOf<'credential'>> | { type: 'credential.expire' };

/** The facts that a decision depends on, besides the credential and the command. */
export interface CredentialFacts {
  /** Time of the owner's database. */
  now: Date;
  credential_id: string;
  project_id: string | null;
  /** Who issues or changes; null for a part of the service, which may do what its list says. */
  issuer: Issuer | null;
  /** Those of the named authorities that the project has. */
  known_authorities: readonly string[];
  /** Longest life in days that the project allows; null for any. */
  longest_days: number | null;
  /** Whether the project has as many live credentials as it may have. */
  is_full: boolean;
}

/** The events, and a refusal if the command is refused because the subject expired. */
export interface CredentialDecision {
  events: CredentialEvent[];
  refusal: ServiceError | null;
}

/** The credential after one more event. */
export function evolve(credential: CredentialSnapshot | null, event: CredentialEvent): CredentialSnapshot {
  return foldCredential(credential ?? undefined, event, (credential?.version ?? 0) + 1);
}

/**
 * Decides a command on a credential; null for a new credential.
 * @throws ServiceError the refusal, where nothing happens.
 */
export function decide(
  credential: CredentialSnapshot | null,
  command: CredentialCommand,
  facts: CredentialFacts,
): CredentialDecision {
  if (facts.issuer !== null) requireUsable(facts.issuer, facts.now);
  if (command.type === 'credential.issue') {
    if (credential !== null) {
      const message = 'The credential exists already.';
      throw new ServiceError('credential.transition_not_allowed', { message });
    }
    return { events: [issue(command.payload, facts)], refusal: null };
  }
  if (credential === null) throw new ServiceError('credential.not_found');
  const now = momentAfter(credential.updated_at, facts.now);
  const state = credentialStateAt(credential, now);
  const due = state === 'expired' && credential.state !== 'expired';
  const expiry: CredentialEvent[] = due
    ? [{ type: 'service.credential.expired', occurred_at: now.toISOString() }]
    : [];
  if (command.type === 'credential.expire') return { events: expiry, refusal: null };
  if (state === 'expired' || state === 'revoked') {
    const version = credential.version + expiry.length;
    const message = `The state ${state} of a credential is final.`;
    const final = conflictWith('credential.transition_not_allowed', { version, state }, message);
    if (!due) throw final;
    return { events: expiry, refusal: final };
  }
  const event = change(credential, command, facts.issuer, now);
  return { events: event === null ? [] : [event], refusal: null };
}

function issue(
  wanted: IssueCredential,
  { now, credential_id, project_id, issuer, known_authorities, longest_days, is_full }: CredentialFacts,
): CredentialEvent {
  requireTerms(wanted, project_id);
  requireSecret(wanted.secret, wanted);
  const { name, capabilities, authorities, allowed_ips, rate_limit, metadata, secret } = wanted;
  const expires_at = decideExpiry(wanted.expires_at, longest_days, issuer?.expires_at ?? null, now);
  const terms = { name, capabilities, expires_at, authorities, allowed_ips, rate_limit, metadata };
  if (issuer !== null) requireIssuable(issuer, terms, project_id);
  // An authority that a limited issuer may not access was refused above in the same way as a missing one, so
  // the issuer cannot distinguish them.
  const unknown = authorities?.findIndex((id) => !known_authorities.includes(id)) ?? -1;
  if (unknown >= 0) throw invalidRequest(`authorities[${unknown}]`, 'is not an authority of the project');
  if (authorities !== null && capabilities.includes('audit')) {
    throw invalidRequest('authorities', 'cannot limit audit, which reads the history of the whole project');
  }
  // The service itself may: its commands on the host bring back a project that has no administrator.
  if (issuer !== null && is_full) throw new ServiceError('credential.limit_reached');
  return {
    type: 'service.credential.issued',
    credential_id,
    project_id,
    ...terms,
    secret,
    issued_by: issuer?.id ?? null,
    occurred_at: now.toISOString(),
  };
}

/** The event of a command; null if nothing changes. */
function change(
  credential: CredentialSnapshot,
  command: Extract<
    CredentialCommand,
    { type: 'credential.update' | 'credential.rotate' | 'credential.revoke' }
  >,
  issuer: Issuer | null,
  now: Date,
): CredentialEvent | null {
  const occurred_at = now.toISOString();
  if (issuer !== null) requireChangeable(issuer, credential);
  switch (command.type) {
    case 'credential.update': {
      const { name = credential.name, metadata: changes = {} } = command.payload;
      requireName(name);
      const metadata = mergeMetadata(credential.metadata, changes);
      if (name === credential.name && canonicalJson(metadata) === canonicalJson(credential.metadata))
        return null;
      return { type: 'service.credential.updated', name, metadata, occurred_at };
    }
    case 'credential.rotate': {
      const { secret, overlap_seconds, force } = command.payload;
      requireOverlap(overlap_seconds);
      requireSecret(secret, credential);
      if (!force) requireNotRotating(credential, now);
      if (credential.secrets.some(({ key_id }) => key_id === secret.key_id)) {
        throw invalidRequest('secret', 'has the key id of an old one');
      }
      const overlap_ends_at = new Date(now.getTime() + overlap_seconds * 1000).toISOString();
      return { type: 'service.credential.rotated', secret, overlap_ends_at, occurred_at };
    }
    case 'credential.revoke':
      return { type: 'service.credential.revoked', reason: command.payload.reason, occurred_at };
  }
}

/** A rotation leaves two secrets, so it would end an old one that is perhaps the one in use. */
function requireNotRotating(credential: CredentialSnapshot, now: Date): void {
  const old = oldSecret(credential.secrets, now);
  if (old === null) return;
  const { works_until: overlap_ends_at } = old;
  const message = `The credential is rotating: its old token works until ${overlap_ends_at}.`;
  throw new ServiceError('credential.rotating', { message, overlap_ends_at });
}

function requireOverlap(seconds: number): void {
  const { overlapSeconds: longest } = TERMS_BOUNDS;
  if (Number.isInteger(seconds) && seconds >= 0 && seconds <= longest) return;
  throw invalidRequest('overlap_seconds', `must be a whole number from 0 to ${longest}`);
}
