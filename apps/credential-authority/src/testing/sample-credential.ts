import type { Command, CredentialEvent, CredentialSnapshot, IssueCredential } from '@service/contracts';
import { evolve, type CredentialFacts } from '../credentials/credential.decider.js';

type Issued = Extract<CredentialEvent, { type: 'service.credential.issued' }>;

export const issuedAt = '2026-11-21T03:00:00.000Z';
export const expiresAt = '2027-01-01T00:00:00.000Z';

/** A stored secret. */
export const secret = (key_id: string) => ({ key_id, hmac: `hmac of ${key_id}`, pepper_id: 'pepper' });

/** The issue of a credential by the service itself. */
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

/** The command of such an issue. */
export function issueOf(
  { name, capabilities, expires_at, authorities, allowed_ips, rate_limit, metadata, secret: first }: Issued,
  changes: Partial<IssueCredential> = {},
): Command<'credential.issue'> {
  const terms = { name, capabilities, expires_at, authorities, allowed_ips, rate_limit, metadata };
  return { type: 'credential.issue', payload: { ...terms, secret: first, ...changes } };
}

/** A rotation to the secret `second`. */
export const rotateFor = (overlap_seconds: number): Command<'credential.rotate'> => ({
  type: 'credential.rotate',
  payload: { secret: secret('second'), overlap_seconds, expected_version: null },
});

/** The facts of decisions on the service's own commands at a time. */
export const factsAt = (moment: string | Date, changes: Partial<CredentialFacts> = {}): CredentialFacts => ({
  now: new Date(moment),
  credential_id: 'crd_1',
  project_id: 'prj_1',
  issuer: null,
  known_authorities: [],
  longest_days: null,
  ...changes,
});

/** A credential after some events. */
export function credentialAfter(...events: CredentialEvent[]): CredentialSnapshot {
  return events.reduce<CredentialSnapshot | null>(evolve, null) as CredentialSnapshot;
}
