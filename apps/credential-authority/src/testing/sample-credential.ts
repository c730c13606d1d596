import type { CredentialEvent, CredentialSnapshot } from '@service/contracts';
import { evolve, type CredentialCommand } from '../credentials/credential.decider.js';

type Issued = Extract<CredentialEvent, { type: 'service.credential.issued' }>;

export const issuedAt = '2026-11-21T03:00:00.000Z';
export const expiresAt = '2027-01-01T00:00:00.000Z';

/** A secret as it is kept. */
export const secret = (key_id: string) => ({ key_id, hmac: `hmac of ${key_id}`, pepper_id: 'pepper' });

/** The beginning of a credential that the service itself made. */
export const issued: Issued = {
  type: 'service.credential.issued',
  credential_id: 'crd_1',
  project_id: 'prj_1',
  name: 'Importer',
  capabilities: ['read', 'write'],
  expires_at: expiresAt,
  authorities: null,
  allowed_ips: null,
  rate_limit: null,
  metadata: {},
  secret: secret('first'),
  issued_by: null,
  occurred_at: issuedAt,
};

/** What may be said of an issue's command. */
export type IssueChanges = Partial<Extract<CredentialCommand, { type: 'credential.issue' }>>;

/** The command that leads to such a beginning. */
export function issueOf(
  { type: _type, occurred_at, ...members }: Issued,
  changes: IssueChanges = {},
): Extract<CredentialCommand, { type: 'credential.issue' }> {
  return {
    type: 'credential.issue',
    ...members,
    issuer: null,
    known_authorities: [],
    longest_days: null,
    now: new Date(occurred_at),
    ...changes,
  };
}

/** A credential as these events leave it. */
export function credentialAfter(...events: CredentialEvent[]): CredentialSnapshot {
  return events.reduce<CredentialSnapshot | null>(evolve, null) as CredentialSnapshot;
}
