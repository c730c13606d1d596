import { describe, expect, it } from '@jest/globals';
import type { CredentialEvent, StoredSecret } from '../events/credential-events.js';
import { credentialStateAt, foldCredential } from './credential-snapshot.js';
import { oldSecret } from './rotated-secrets.js';
import { foldProject } from './project-snapshot.js';

const occurred_at = '2026-11-21T03:00:00.000Z';
const until = '2026-11-21T04:00:00.000Z';
const secret = (key_id: string): StoredSecret => ({
  format: 'bound/v1',
  kind: 'standard',
  key_id,
  hmac: 'hmac',
  pepper_id: 'pepper',
});
const issued: CredentialEvent = {
  type: 'service.credential.issued',
  credential_id: 'crd_1',
  project_id: 'prj_1',
  name: 'Importer',
  capabilities: ['read'],
  expires_at: null,
  authorities: null,
  allowed_ips: null,
  rate_limit: null,
  metadata: {},
  secret: secret('first'),
  issued_by: null,
  occurred_at,
};
const rotated = (overlap_ends_at: string): CredentialEvent => ({
  type: 'service.credential.rotated',
  secret: secret('second'),
  overlap_ends_at,
  occurred_at,
});
const credential = foldCredential(undefined, issued, 1);

describe('a project', () => {
  const project = foldProject(
    undefined,
    {
      type: 'service.project.created',
      project_id: 'prj_1',
      name: 'One',
      quota: {},
      max_credential_days: null,
      occurred_at,
    },
    1,
  );
  const about = { subject: 'one', reason: 'because', occurred_at };

  it.each([
    ['service.project.subject_blocked', ['one']],
    ['service.project.subject_unblocked', []],
  ] as const)('takes %s', (type, blocked_subjects) => {
    expect(foldProject(project, { type, ...about }, 2)).toMatchObject({
      blocked_subjects,
      version: 2,
      state: 'active',
    });
  });
});

describe('a rotation', () => {
  const rotating = foldCredential(credential, rotated(until), 2);
  const cut = foldCredential(credential, rotated(occurred_at), 2);

  it.each<[string, string, string | null]>([
    ['2026-11-21T03:59:59.999Z', 'rotating', until],
    [until, 'active', null],
  ])('leaves the credential at %s %s', (at, state, left) => {
    expect(credentialStateAt(rotating, new Date(at))).toBe(state);
    expect(oldSecret(rotating.secrets, new Date(at))?.works_until ?? null).toBe(left);
  });

  it('without an overlap leaves one secret, and no pending state', () => {
    expect(cut).toMatchObject({ state: 'active', secrets: [{ key_id: 'second', works_until: null }] });
    expect(cut.secrets).toHaveLength(1);
    expect(oldSecret(cut.secrets, new Date(occurred_at))).toBeNull();
  });
});
