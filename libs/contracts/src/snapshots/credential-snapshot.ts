import type { CredentialTerms } from '../credential-terms.js';
import type { CredentialEvent, CredentialState, StoredSecret } from '../events/credential-events.js';
import { inOrder } from '../metadata.js';
import { oldSecret, rotatedSecrets } from './rotated-secrets.js';

/** A secret of a credential, and when it ends. */
export interface CredentialSecret extends StoredSecret {
  /** Null for the newest, which works as long as the credential does. */
  works_until: string | null;
}

/** A credential after its events so far; it holds no secret, only HMACs. */
export interface CredentialSnapshot extends CredentialTerms {
  id: string;
  project_id: string | null;
  state: CredentialState;
  version: number;
  /** Newest first; two at most. */
  secrets: CredentialSecret[];
  /** Why it was revoked; null before that. */
  reason: string | null;
  issued_by: string | null;
  created_at: string;
  updated_at: string;
}

/**
 * The credential after one more event.
 * @throws TypeError where the stream does not begin with the issue.
 */
export function foldCredential(
  before: CredentialSnapshot | undefined,
  event: CredentialEvent,
  version: number,
): CredentialSnapshot {
  const updated_at = event.occurred_at;
  if (event.type === 'service.credential.issued') {
    return {
      id: event.credential_id,
      project_id: event.project_id,
      name: event.name,
      capabilities: event.capabilities,
      expires_at: event.expires_at,
      authorities: event.authorities,
      allowed_ips: event.allowed_ips,
      rate_limit: event.rate_limit && inOrder(event.rate_limit),
      metadata: inOrder(event.metadata),
      state: 'active',
      version,
      secrets: [{ ...event.secret, works_until: null }],
      reason: null,
      issued_by: event.issued_by,
      created_at: updated_at,
      updated_at,
    };
  }
  if (before === undefined) throw new TypeError('A credential begins with its issue.');
  switch (event.type) {
    case 'service.credential.rotated': {
      const secrets = rotatedSecrets(before.secrets, event);
      return {
        ...before,
        version,
        updated_at,
        state: secrets.length > 1 ? 'rotating' : 'active',
        secrets,
      };
    }
    case 'service.credential.updated':
      return { ...before, version, updated_at, name: event.name, metadata: inOrder(event.metadata) };
    case 'service.credential.expired':
      return { ...before, version, updated_at, state: 'expired' };
    case 'service.credential.revoked':
      return { ...before, version, updated_at, state: 'revoked', reason: event.reason };
  }
}

/**
 * State at a time: `expired` from the expiry on, and `active` again after the overlap of a rotation, whose
 * end is no event.
 */
export function credentialStateAt(credential: CredentialSnapshot, at: Date): CredentialState {
  if (credential.state === 'revoked' || credential.state === 'expired') return credential.state;
  if (credential.expires_at !== null && Date.parse(credential.expires_at) <= at.getTime()) return 'expired';
  return oldSecret(credential.secrets, at) === null ? 'active' : 'rotating';
}
