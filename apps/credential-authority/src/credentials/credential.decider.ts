import {
  ServiceError,
  credentialStateAt,
  foldCredential,
  type CredentialEvent,
  type CredentialSnapshot,
  type HeldCapability,
  type IssueCredential,
  type StoredSecret,
} from '@service/contracts';
import { isTimestamp } from '@service/evidence';

/** Seconds that a rotated secret may go on working at the most: a week. */
const LONGEST_OVERLAP_SECONDS = 604_800;

export type CredentialCommand = {
  /** The owner's database clock. */
  now: Date;
} & (
  | ({
      type: 'credential.issue';
      credential_id: string;
      project_id: string | null;
      issued_by: string | null;
    } & IssueCredential)
  | { type: 'credential.rotate'; secret: StoredSecret; overlap_seconds: number }
  | { type: 'credential.expire' }
  | { type: 'credential.revoke'; reason: string }
);

/** What happens; a refusal may stand beside the expiry that caused it. */
export interface CredentialDecision {
  events: CredentialEvent[];
  refusal: ServiceError | null;
}

/** The credential after one more event. */
export function evolve(credential: CredentialSnapshot | null, event: CredentialEvent): CredentialSnapshot {
  return foldCredential(credential ?? undefined, event, (credential?.version ?? 0) + 1);
}

/**
 * Decides what a command does to a credential; null stands for none yet.
 * @throws ServiceError the refusal, where nothing happens at all.
 */
export function decide(
  credential: CredentialSnapshot | null,
  command: CredentialCommand,
): CredentialDecision {
  if (command.type === 'credential.issue') {
    if (credential !== null) throw refusal('There is such a credential already.');
    return { events: [issue(command)], refusal: null };
  }
  if (credential === null) throw new ServiceError('credential.not_found');
  const now = notBefore(command.now, credential);
  const state = credentialStateAt(credential, now);
  const due = state === 'expired' && credential.state !== 'expired';
  const expiry: CredentialEvent[] = due
    ? [{ type: 'service.credential.expired', occurred_at: now.toISOString() }]
    : [];
  if (command.type === 'credential.expire') return { events: expiry, refusal: null };
  if (state === 'expired' || state === 'revoked') {
    const final = refusal(`A credential that is ${state} stays so.`);
    if (!due) throw final;
    return { events: expiry, refusal: final };
  }
  return { events: [change(command, now)], refusal: null };
}

function issue(command: Extract<CredentialCommand, { type: 'credential.issue' }>): CredentialEvent {
  const { now, expires_at } = command;
  requireCapabilities(command.capabilities, command.project_id);
  if (expires_at !== null) requireFuture(expires_at, now);
  return {
    type: 'service.credential.issued',
    credential_id: command.credential_id,
    project_id: command.project_id,
    name: command.name,
    capabilities: command.capabilities,
    expires_at,
    authorities: command.authorities,
    allowed_ips: command.allowed_ips,
    rate_limit: command.rate_limit,
    metadata: command.metadata,
    secret: command.secret,
    issued_by: command.issued_by,
    occurred_at: now.toISOString(),
  };
}

function change(
  command: Extract<CredentialCommand, { type: 'credential.rotate' | 'credential.revoke' }>,
  now: Date,
): CredentialEvent {
  const occurred_at = now.toISOString();
  switch (command.type) {
    case 'credential.rotate': {
      const { secret, overlap_seconds } = command;
      const allowed = overlap_seconds >= 0 && overlap_seconds <= LONGEST_OVERLAP_SECONDS;
      if (!allowed || !Number.isInteger(overlap_seconds)) {
        throw invalid('overlap_seconds', `must be a whole number from 0 to ${LONGEST_OVERLAP_SECONDS}`);
      }
      const overlap_until = new Date(now.getTime() + overlap_seconds * 1000).toISOString();
      return { type: 'service.credential.rotated', secret, overlap_until, occurred_at };
    }
    case 'credential.revoke':
      return { type: 'service.credential.revoked', reason: command.reason, occurred_at };
  }
}

function requireFuture(expiresAt: string, now: Date): void {
  if (!isTimestamp(expiresAt)) throw invalid('expires_at', 'must be a UTC timestamp with milliseconds');
  if (Date.parse(expiresAt) <= now.getTime()) throw invalid('expires_at', 'must lie in the future');
}

/** Operators stand outside of projects and do nothing inside them; auditors read and change nothing. */
function requireCapabilities(capabilities: readonly HeldCapability[], projectId: string | null): void {
  const operates = capabilities.includes('operator');
  if (operates !== (projectId === null) || (operates && capabilities.length > 1)) {
    throw invalid('capabilities', 'operator goes with no project and with no other capability');
  }
  const others = capabilities.some((capability) => capability !== 'audit' && capability !== 'read');
  if (capabilities.includes('audit') && others) throw invalid('capabilities', 'audit goes with read only');
}

/** A clock that was set back must not order a history backwards. */
function notBefore(now: Date, credential: CredentialSnapshot): Date {
  return new Date(Math.max(now.getTime(), Date.parse(credential.updated_at)));
}

function refusal(message: string): ServiceError {
  return new ServiceError('credential.transition_not_allowed', { message });
}

function invalid(field: string, issue: string): ServiceError {
  return new ServiceError('request.invalid', { details: [{ field, issue }] });
}
