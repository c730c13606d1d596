import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Directory } from '../../views/directory.js';
import { Authenticator } from './authenticator.js';
import { ADDRESS, AFTER, AT, BEFORE, NOW, SampleAuthentication } from './testing/sample-authentication.js';
import { makeToken, parseToken, type Token } from './tokens/token.js';

let sample: SampleAuthentication;
beforeEach(() => {
  sample = new SampleAuthentication();
});

describe('a caller', () => {
  it('is described by its credential', () => {
    sample.issue({ expires_at: AFTER });
    const caller = {
      credentialId: 'crd_1',
      actor: { type: 'credential', id: 'crd_1' },
      projectId: 'prj_1',
      capabilities: ['verify', 'read'],
      authorities: null,
      rateLimit: null,
      quota: {},
    };
    expect(sample.authenticate()).toEqual(caller);
    expect(sample.authenticate(`bearer   ${sample.text} `)).toEqual(caller);
  });

  it('without a credential gets authentication.missing', () => {
    expect(() => sample.identify(undefined)).toThrow(
      expect.objectContaining({ code: 'authentication.missing' }),
    );
    sample.expectRefusal('authentication.missing', '');
  });

  it.each(['Basic dXNlcjpwYXNz', 'Bearer', 'Bearer ', 'Bearer a b', 'Bearer token', 'Bearer svc_dev_1'])(
    'with %j is not valid',
    (header) => sample.expectRefusal('authentication.invalid', header),
  );

  it.each(['Basic dXNlcjpwYXNz', 'Bearer', 'Bearer a b', 'token'])(
    '%j is refused with the name of the scheme',
    (header) => {
      expect(() => sample.authenticate(header)).toThrow(
        expect.objectContaining({ message: expect.stringContaining('Bearer <token>') }),
      );
    },
  );

  it('of the other environment gets its error, with a known credential or an unknown one', () => {
    sample.expectRefusal('credential.environment_mismatch', `Bearer ${makeToken('standard', 'production')}`);
  });

  it.each(['standard', 'audit', 'operator'] as const)(
    'of the other environment is told both with a %s token, since its address may be the wrong one',
    (kind) => {
      expect(() => sample.identify(`Bearer ${makeToken(kind, 'production')}`)).toThrow(
        expect.objectContaining({
          code: 'credential.environment_mismatch',
          message: 'The credential belongs to production, and this address serves development.',
        }),
      );
    },
  );

  it('cannot distinguish an unknown key from a wrong secret', () => {
    sample.expectRefusal('authentication.invalid');
    sample.issue();
    const other = makeToken('standard', 'development');
    const known = new Authenticator(
      Object.assign(Object.create(sample.directory), {
        secretOf: () => sample.directory.secretOf((parseToken(sample.text) as Token).keyId),
      }) as Directory,
      sample.freshness,
      sample.peppers,
      'development',
      sample.logger,
    );
    expect(() => known.identify(`Bearer ${other}`, NOW)).toThrow(
      expect.objectContaining({ code: 'authentication.invalid', extras: {} }),
    );
  });

  it('without a project is an operator, independent of suspensions', () => {
    sample.issue({ project_id: null });
    sample.suspend();
    expect(sample.authenticate()).toMatchObject({ projectId: null });
  });
});

describe('the checks of a credential', () => {
  it('come in order: secret, revocation, expiry, project', () => {
    sample.suspend();
    sample.issue({ expires_at: BEFORE });
    sample.revoke();
    sample.expectRefusal('credential.revoked');
    sample.expectRefusal('authentication.invalid', `Bearer ${makeToken('standard', 'development')}`);
    sample.expectRefusal('credential.environment_mismatch', `Bearer ${makeToken('standard', 'production')}`);
  });

  it('report its expiry before the suspension of its project', () => {
    sample.suspend();
    sample.issue({ expires_at: BEFORE });
    sample.expectRefusal('credential.expired');
  });

  it('report its expiry at expires_at, before its event', () => {
    sample.issue({ expires_at: AT });
    sample.expectRefusal('credential.expired');
  });

  it('report its expiry after its event', () => {
    sample.issue({ expires_at: AFTER });
    sample.happened('crd_1', { type: 'service.credential.expired', occurred_at: BEFORE });
    sample.expectRefusal('credential.expired');
  });

  it('refuse it while its project is suspended or unknown', () => {
    sample.issue();
    sample.suspend();
    sample.expectRefusal('project.suspended');
    sample.happened('prj_1', { type: 'service.project.resumed', reason: 'paid', occurred_at: BEFORE });
    expect(sample.authenticate()).toMatchObject({ projectId: 'prj_1' });
    sample.issue({ project_id: 'prj_unknown' });
    sample.expectRefusal('project.suspended');
  });
});

describe('the addresses of a credential', () => {
  const allow = (...allowed_ips: string[]) => sample.issue({ allowed_ips });
  const from = (address: string) => sample.authenticate(undefined, address).credentialId;

  it('are all where it has no list', () => {
    sample.issue({ allowed_ips: null });
    expect(['203.0.113.7', '2001:db8::1', '::'].map(from)).toEqual(['crd_1', 'crd_1', 'crd_1']);
  });

  it('are the addresses and ranges of its list', () => {
    allow('203.0.113.0/24', '198.51.100.1', '2001:db8::/32');
    expect(['203.0.113.255', '198.51.100.1', '2001:db8:1::1'].map(from)).toEqual(['crd_1', 'crd_1', 'crd_1']);
    for (const address of ['203.0.112.255', '198.51.100.2', '2001:db9::', '::']) {
      sample.expectRefusal('credential.address_not_allowed', undefined, address);
    }
  });

  it('count as IPv4 where they are IPv4-mapped', () => {
    allow('::ffff:203.0.113.0/120');
    expect(from('203.0.113.9')).toBe('crd_1');
    sample.expectRefusal('credential.address_not_allowed', undefined, '203.0.114.9');
  });

  it('are none where the list is empty or cannot be read', () => {
    allow();
    sample.expectRefusal('credential.address_not_allowed');
    allow('somewhere');
    sample.expectRefusal('credential.address_not_allowed');
  });

  it('are those of its newest event', () => {
    allow('198.51.100.1');
    sample.expectRefusal('credential.address_not_allowed');
    allow(ADDRESS);
    expect(from(ADDRESS)).toBe('crd_1');
  });

  it('are checked after its expiry and before its project', () => {
    const allowed_ips = ['198.51.100.1'];
    sample.suspend();
    sample.issue({ allowed_ips });
    sample.expectRefusal('credential.address_not_allowed');
    sample.expectRefusal('project.suspended', undefined, '198.51.100.1');
    sample.issue({ allowed_ips, expires_at: BEFORE });
    sample.expectRefusal('credential.expired');
    sample.revoke();
    sample.expectRefusal('credential.revoked');
  });

  it('are never revealed without its secret', () => {
    allow('198.51.100.1');
    const wrong = makeToken('standard', 'development');
    sample.expectRefusal('authentication.invalid', `Bearer ${wrong}`, '203.0.113.7');
  });
});

describe('a directory', () => {
  it('that is stale makes the service unavailable, and no credential invalid', () => {
    sample.issue();
    expect(sample.authenticate()).toMatchObject({ credentialId: 'crd_1' });
    sample.age = 5_001;
    sample.expectRefusal('service.unavailable');
    sample.expectRefusal('service.unavailable', `Bearer ${makeToken('standard', 'development')}`);
    sample.expectRefusal('authentication.missing', '');
  });

  it('that is rebuilt invalidates cached proofs', () => {
    sample.issue();
    sample.authenticate();
    sample.directory.clear();
    sample.versions.clear();
    sample.expectRefusal('authentication.invalid');
    sample.createProject();
    sample.issue({ secret: { ...sample.seal(sample.text), hmac: 'ff'.repeat(32) } });
    sample.expectRefusal('authentication.invalid');
  });
});
