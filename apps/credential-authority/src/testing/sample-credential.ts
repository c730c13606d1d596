import { createHash } from 'node:crypto';
import {
  kindFor,
  type StoredSecret,
  type Command,
  type CredentialEvent,
  type CredentialSnapshot,
  type IssueCredential,
  type TokenKind,
} from '@service/contracts';
import { givenFor } from '@service/testing';
import { decide, evolve, type CredentialFacts } from '../credentials/credential.decider.js';

type Issued = Extract<CredentialEvent, { type: 'service.credential.issued' }>;
type Rotated = Extract<CredentialEvent, { type: 'service.credential.rotated' }>;

export const given = givenFor({ decide, evolve });

export const issuedAt = '2026-11-21T03:00:00.000Z';
export const expiresAt = '2027-01-01T00:00:00.000Z';

/** A stored secret, whose key id and HMAC follow from a name. */
export function secret(name: string, kind: TokenKind = 'standard'): StoredSecret {
  const digest = createHash('sha256').update(name).digest('hex');
  return { format: 'bound/v1', kind, key_id: digest.slice(0, 16), hmac: digest, pepper_id: '0'.repeat(16) };
}

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

/** Such an issue with other members, and a secret of the kind that fits. */
export function issuedWith(changes: Partial<Issued>): Issued {
  return {
    ...issued,
    secret: secret('first', kindFor(changes.capabilities ?? issued.capabilities)),
    ...changes,
  };
}

/** The command of such an issue. */
export function issueOf(
  { name, capabilities, expires_at, authorities, allowed_ips, rate_limit, metadata, secret: first }: Issued,
  changes: Partial<IssueCredential> = {},
): Command<'credential.issue'> {
  const terms = { name, capabilities, expires_at, authorities, allowed_ips, rate_limit, metadata };
  const fitting: StoredSecret = {
    ...first,
    format: 'bound/v1',
    kind: kindFor(changes.capabilities ?? capabilities),
  };
  return { type: 'credential.issue', payload: { ...terms, secret: fitting, ...changes } };
}

/** A rotation to the secret `second`. */
export const rotateFor = (
  overlap_seconds: number,
  kind?: TokenKind,
  force = false,
): Command<'credential.rotate'> => ({
  type: 'credential.rotate',
  payload: { secret: secret('second', kind), overlap_seconds, force, expected_version: null },
});

/** Such a rotation, as it was at the issue. */
export const rotatedTo = (name: string, overlap_ends_at: string): Rotated => ({
  type: 'service.credential.rotated',
  secret: secret(name),
  overlap_ends_at,
  occurred_at: issuedAt,
});

/** The facts of decisions on the service's own commands at a time. */
export const factsAt = (moment: string | Date, changes: Partial<CredentialFacts> = {}): CredentialFacts => ({
  now: new Date(moment),
  credential_id: 'crd_1',
  project_id: 'prj_1',
  issuer: null,
  known_authorities: [],
  longest_days: null,
  is_full: false,
  ...changes,
});

/** A credential after some events. */
export function credentialAfter(...events: CredentialEvent[]): CredentialSnapshot {
  return events.reduce<CredentialSnapshot | null>(evolve, null) as CredentialSnapshot;
}
