import { beforeEach, describe, expect, it } from '@jest/globals';
import type { CredentialEvent, ProjectEvent } from '@service/contracts';
import type { RecordedEvent } from '@service/event-store';
import { Directory } from '../views/directory.js';
import { Freshness } from '../views/freshness.js';
import { Authenticator } from './authenticator.js';
import { Pepper } from './pepper.js';
import { makeToken, parseToken, type Token } from './token.js';

const NOW = Date.parse('2026-11-21T12:00:00.000Z');
const BEFORE = '2026-11-21T11:59:59.999Z';
const AT = '2026-11-21T12:00:00.000Z';
const AFTER = '2026-11-21T12:00:00.001Z';

const pepper = new Pepper('secret');
let directory: Directory;
let age: number;
const freshness = new Freshness({ age: () => age });
let authenticator: Authenticator;
let text: string;
const versions = new Map<string, number>();

beforeEach(() => {
  directory = new Directory();
  age = 0;
  authenticator = new Authenticator(directory, freshness, pepper, 'development');
  text = makeToken('standard', 'development');
  versions.clear();
  happened('prj_1', {
    type: 'service.project.created',
    project_id: 'prj_1',
    name: 'One',
    quota: {},
    max_credential_days: null,
    occurred_at: BEFORE,
  });
});

function happened(stream_id: string, data: CredentialEvent | ProjectEvent): void {
  const version = (versions.get(stream_id) ?? 0) + 1;
  versions.set(stream_id, version);
  directory.take({
    stream_id,
    type: data.type,
    version,
    element: null,
    data,
    companion: null,
  } as RecordedEvent);
}

function seal(token: string) {
  return pepper.seal(parseToken(token) as Token);
}

function issue(changes: Partial<Extract<CredentialEvent, { type: 'service.credential.issued' }>> = {}): void {
  happened('crd_1', {
    type: 'service.credential.issued',
    credential_id: 'crd_1',
    project_id: 'prj_1',
    name: 'A credential',
    capabilities: ['verify', 'read'],
    expires_at: null,
    authorities: null,
    allowed_ips: null,
    rate_limit: null,
    metadata: {},
    secret: seal(text),
    issued_by: null,
    occurred_at: BEFORE,
    ...changes,
  });
}

const revoke = () =>
  happened('crd_1', { type: 'service.credential.revoked', reason: 'lost', occurred_at: BEFORE });
const suspend = () =>
  happened('prj_1', { type: 'service.project.suspended', reason: 'unpaid', occurred_at: BEFORE });
const authenticate = (header: string | undefined = `Bearer ${text}`) => {
  const credential = authenticator.identify(header, NOW);
  authenticator.requireUsable(credential, NOW);
  return authenticator.callerOf(credential);
};
const expectRefusal = (code: string, header?: string) =>
  expect(() => authenticate(header)).toThrow(expect.objectContaining({ code }));

describe('a caller', () => {
  it('is who its credential says', () => {
    issue({ expires_at: AFTER });
    const caller = {
      credentialId: 'crd_1',
      projectId: 'prj_1',
      capabilities: ['verify', 'read'],
      authorities: null,
      rateLimit: null,
      quota: {},
    };
    expect(authenticate()).toEqual(caller);
    expect(authenticate(`bearer   ${text} `)).toEqual(caller);
  });

  it('without a credential is told so', () => {
    expect(() => authenticator.identify(undefined, NOW)).toThrow(
      expect.objectContaining({ code: 'authentication.missing' }),
    );
    expectRefusal('authentication.missing', '');
  });

  it.each(['Basic dXNlcjpwYXNz', 'Bearer', 'Bearer ', 'Bearer a b', 'Bearer token', 'Bearer svc_dev_1'])(
    'with %j is not valid',
    (header) => expectRefusal('authentication.invalid', header),
  );

  it.each(['Basic dXNlcjpwYXNz', 'Bearer', 'Bearer a b', 'token'])('%j is told the scheme', (header) => {
    expect(() => authenticate(header)).toThrow(
      expect.objectContaining({ message: expect.stringContaining('Bearer <token>') }),
    );
  });

  it('of the other environment is told so, whether it is known or not', () => {
    expectRefusal('credential.environment_mismatch', `Bearer ${makeToken('standard', 'production')}`);
  });

  it('cannot tell an unknown key from a wrong secret', () => {
    expectRefusal('authentication.invalid');
    issue();
    const other = makeToken('standard', 'development');
    const known = new Authenticator(
      Object.assign(Object.create(directory), {
        secretOf: () => directory.secretOf((parseToken(text) as Token).keyId),
      }) as Directory,
      freshness,
      pepper,
      'development',
    );
    expect(() => known.identify(`Bearer ${other}`, NOW)).toThrow(
      expect.objectContaining({ code: 'authentication.invalid', extras: {} }),
    );
  });

  it('without a project is an operator, whom no suspension touches', () => {
    issue({ project_id: null });
    suspend();
    expect(authenticate()).toMatchObject({ projectId: null });
  });
});

describe('the checks of a credential', () => {
  it('come in order: known, then revoked, then expired, then the project', () => {
    suspend();
    issue({ expires_at: BEFORE });
    revoke();
    expectRefusal('credential.revoked');
    expectRefusal('authentication.invalid', `Bearer ${makeToken('standard', 'development')}`);
    expectRefusal('credential.environment_mismatch', `Bearer ${makeToken('standard', 'production')}`);
  });

  it('find it expired before they look at the project', () => {
    suspend();
    issue({ expires_at: BEFORE });
    expectRefusal('credential.expired');
  });

  it('find it expired from the very moment, before any event says so', () => {
    issue({ expires_at: AT });
    expectRefusal('credential.expired');
  });

  it('find it expired by its event', () => {
    issue({ expires_at: AFTER });
    happened('crd_1', { type: 'service.credential.expired', occurred_at: BEFORE });
    expectRefusal('credential.expired');
  });

  it('refuse it while its project is suspended or unknown', () => {
    issue();
    suspend();
    expectRefusal('project.suspended');
    happened('prj_1', { type: 'service.project.resumed', reason: 'paid', occurred_at: BEFORE });
    expect(authenticate()).toMatchObject({ projectId: 'prj_1' });
    issue({ project_id: 'prj_unknown' });
    expectRefusal('project.suspended');
  });
});

describe('a directory', () => {
  it('that is too far behind lets nobody in, and calls nobody’s credential wrong', () => {
    issue();
    expect(authenticate()).toMatchObject({ credentialId: 'crd_1' });
    age = 5_001;
    expectRefusal('service.unavailable');
    expectRefusal('service.unavailable', `Bearer ${makeToken('standard', 'development')}`);
    expectRefusal('authentication.missing', '');
  });

  it('that is taken again keeps nothing of what was proved before', () => {
    issue();
    authenticate();
    directory.clear();
    versions.clear();
    expectRefusal('authentication.invalid');
    happened('prj_1', {
      type: 'service.project.created',
      project_id: 'prj_1',
      name: 'One',
      quota: {},
      max_credential_days: null,
      occurred_at: BEFORE,
    });
    issue({ secret: { ...seal(text), hmac: 'ff'.repeat(32) } });
    expectRefusal('authentication.invalid');
  });
});

describe('a rotated secret', () => {
  const rotate = (overlap_until: string, secret = makeToken('standard', 'development')): string => {
    happened('crd_1', {
      type: 'service.credential.rotated',
      secret: seal(secret),
      overlap_until,
      occurred_at: BEFORE,
    });
    return secret;
  };

  it('works beside the new one until the overlap ends, and no longer', () => {
    issue();
    const next = rotate(AFTER);
    expect(authenticate(`Bearer ${next}`)).toEqual(authenticate());
    rotate(AT, makeToken('standard', 'development'));
    expectRefusal('authentication.invalid');
    expectRefusal('authentication.invalid', `Bearer ${next}`);
  });

  it('whose overlap has ended is invalid, though the credential is not', () => {
    issue();
    const next = rotate(AT);
    expectRefusal('authentication.invalid');
    expect(authenticate(`Bearer ${next}`)).toMatchObject({ credentialId: 'crd_1' });
  });
});
