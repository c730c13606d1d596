import { beforeEach, describe, expect, it } from '@jest/globals';
import type { CredentialEvent, ProjectEvent } from '@service/contracts';
import type { RecordedEvent } from '@service/event-store';
import { Directory } from '../views/directory.js';
import { Freshness } from '../views/freshness.js';
import { Authenticator } from './authenticator.js';
import { Pepper } from './peppers/pepper.js';
import { Peppers } from './peppers/peppers.js';
import { makeToken, parseToken, type Token } from './tokens/token.js';

const NOW = Date.parse('2026-11-21T12:00:00.000Z');
const BEFORE = '2026-11-21T11:59:59.999Z';
const AT = '2026-11-21T12:00:00.000Z';
const AFTER = '2026-11-21T12:00:00.001Z';

const peppers = new Peppers(['secret', 'old secret']);
const pepper = peppers.newest;
const ADDRESS = '203.0.113.7';
let directory: Directory;
let age: number;
const freshness = new Freshness({ age: () => age }, 'directory');
let authenticator: Authenticator;
let text: string;
const versions = new Map<string, number>();
const warnings: unknown[][] = [];
const logger = { warn: (...line: unknown[]) => void warnings.push(line) };

beforeEach(() => {
  directory = new Directory();
  age = 0;
  authenticator = new Authenticator(directory, freshness, peppers, 'development', logger);
  text = makeToken('standard', 'development');
  versions.clear();
  warnings.length = 0;
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

function seal(token: string, under = pepper) {
  return under.seal(parseToken(token) as Token);
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
const authenticate = (header: string | undefined = `Bearer ${text}`, address = ADDRESS) => {
  const credential = authenticator.identify(header, NOW);
  authenticator.requireUsable(credential, address, NOW);
  return authenticator.callerOf(credential);
};
const expectRefusal = (code: string, header?: string, address?: string) =>
  expect(() => authenticate(header, address)).toThrow(expect.objectContaining({ code }));

describe('a caller', () => {
  it('is described by its credential', () => {
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

  it('without a credential gets authentication.missing', () => {
    expect(() => authenticator.identify(undefined, NOW)).toThrow(
      expect.objectContaining({ code: 'authentication.missing' }),
    );
    expectRefusal('authentication.missing', '');
  });

  it.each(['Basic dXNlcjpwYXNz', 'Bearer', 'Bearer ', 'Bearer a b', 'Bearer token', 'Bearer svc_dev_1'])(
    'with %j is not valid',
    (header) => expectRefusal('authentication.invalid', header),
  );

  it.each(['Basic dXNlcjpwYXNz', 'Bearer', 'Bearer a b', 'token'])(
    '%j is refused with the name of the scheme',
    (header) => {
      expect(() => authenticate(header)).toThrow(
        expect.objectContaining({ message: expect.stringContaining('Bearer <token>') }),
      );
    },
  );

  it('of the other environment gets its error, with a known credential or an unknown one', () => {
    expectRefusal('credential.environment_mismatch', `Bearer ${makeToken('standard', 'production')}`);
  });

  it('cannot distinguish an unknown key from a wrong secret', () => {
    expectRefusal('authentication.invalid');
    issue();
    const other = makeToken('standard', 'development');
    const known = new Authenticator(
      Object.assign(Object.create(directory), {
        secretOf: () => directory.secretOf((parseToken(text) as Token).keyId),
      }) as Directory,
      freshness,
      peppers,
      'development',
      logger,
    );
    expect(() => known.identify(`Bearer ${other}`, NOW)).toThrow(
      expect.objectContaining({ code: 'authentication.invalid', extras: {} }),
    );
  });

  it('without a project is an operator, independent of suspensions', () => {
    issue({ project_id: null });
    suspend();
    expect(authenticate()).toMatchObject({ projectId: null });
  });
});

describe('the checks of a credential', () => {
  it('come in order: secret, revocation, expiry, project', () => {
    suspend();
    issue({ expires_at: BEFORE });
    revoke();
    expectRefusal('credential.revoked');
    expectRefusal('authentication.invalid', `Bearer ${makeToken('standard', 'development')}`);
    expectRefusal('credential.environment_mismatch', `Bearer ${makeToken('standard', 'production')}`);
  });

  it('report its expiry before the suspension of its project', () => {
    suspend();
    issue({ expires_at: BEFORE });
    expectRefusal('credential.expired');
  });

  it('report its expiry at expires_at, before its event', () => {
    issue({ expires_at: AT });
    expectRefusal('credential.expired');
  });

  it('report its expiry after its event', () => {
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

describe('the addresses of a credential', () => {
  const allow = (...allowed_ips: string[]) => issue({ allowed_ips });
  const from = (address: string) => authenticate(undefined, address).credentialId;

  it('are all where it has no list', () => {
    issue({ allowed_ips: null });
    expect(['203.0.113.7', '2001:db8::1', '::'].map(from)).toEqual(['crd_1', 'crd_1', 'crd_1']);
  });

  it('are the addresses and ranges of its list', () => {
    allow('203.0.113.0/24', '198.51.100.1', '2001:db8::/32');
    expect(['203.0.113.255', '198.51.100.1', '2001:db8:1::1'].map(from)).toEqual(['crd_1', 'crd_1', 'crd_1']);
    for (const address of ['203.0.112.255', '198.51.100.2', '2001:db9::', '::']) {
      expectRefusal('credential.address_not_allowed', undefined, address);
    }
  });

  it('count as IPv4 where they are IPv4-mapped', () => {
    allow('::ffff:203.0.113.0/120');
    expect(from('203.0.113.9')).toBe('crd_1');
    expectRefusal('credential.address_not_allowed', undefined, '203.0.114.9');
  });

  it('are none where the list is empty or cannot be read', () => {
    allow();
    expectRefusal('credential.address_not_allowed');
    allow('somewhere');
    expectRefusal('credential.address_not_allowed');
  });

  it('are those of its newest event', () => {
    allow('198.51.100.1');
    expectRefusal('credential.address_not_allowed');
    allow(ADDRESS);
    expect(from(ADDRESS)).toBe('crd_1');
  });

  it('are checked after its expiry and before its project', () => {
    const allowed_ips = ['198.51.100.1'];
    suspend();
    issue({ allowed_ips });
    expectRefusal('credential.address_not_allowed');
    expectRefusal('project.suspended', undefined, '198.51.100.1');
    issue({ allowed_ips, expires_at: BEFORE });
    expectRefusal('credential.expired');
    revoke();
    expectRefusal('credential.revoked');
  });

  it('are never revealed without its secret', () => {
    allow('198.51.100.1');
    const wrong = makeToken('standard', 'development');
    expectRefusal('authentication.invalid', `Bearer ${wrong}`, '203.0.113.7');
  });
});

describe('the pepper of a secret', () => {
  const sealedUnder = (secret: string) => issue({ secret: seal(text, new Pepper(secret)) });
  /** The key id of `text`, with the HMAC of another secret. */
  const anotherSealedUnder = (secret: string) =>
    issue({
      secret: {
        ...seal(makeToken('standard', 'development'), new Pepper(secret)),
        key_id: seal(text).key_id,
      },
    });

  it('may be any of the gateway', () => {
    sealedUnder('old secret');
    expect(authenticate()).toMatchObject({ credentialId: 'crd_1' });
    expect(authenticate()).toMatchObject({ credentialId: 'crd_1' });
    anotherSealedUnder('old secret');
    expectRefusal('authentication.invalid');
  });

  it('may be missing here, which is an error of the service and not of the token', () => {
    sealedUnder('lost secret');
    expectRefusal('service.unavailable');
    anotherSealedUnder('lost secret');
    expectRefusal('service.unavailable');
    expectRefusal('authentication.invalid', `Bearer ${makeToken('standard', 'development')}`);
  });

  it('is named in the log once where it is missing, without the secret', () => {
    sealedUnder('lost secret');
    expectRefusal('service.unavailable');
    expectRefusal('service.unavailable');
    sealedUnder('another lost secret');
    expectRefusal('service.unavailable');
    const sentence = 'the pepper file lacks a pepper that a credential in use depends on.';
    expect(warnings).toEqual(
      ['lost secret', 'another lost secret'].map((secret) => [
        { pepper_id: new Pepper(secret).id },
        sentence,
      ]),
    );
  });

  it('costs one HMAC for every key id and every pepper', () => {
    const counts = [
      () => undefined,
      () => anotherSealedUnder('secret'),
      () => anotherSealedUnder('old secret'),
      () => anotherSealedUnder('lost secret'),
    ].map((prepare) => {
      prepare();
      let made = 0;
      const counting = new Peppers(['secret', 'old secret']);
      for (const id of counting.ids) {
        const each = counting.named(id) as Pepper;
        const matches = each.matches.bind(each);
        each.matches = (token, stored) => {
          made += 1;
          return matches(token, stored);
        };
      }
      const watched = new Authenticator(directory, freshness, counting, 'development', logger);
      expect(() => watched.identify(`Bearer ${text}`, NOW)).toThrow();
      return made;
    });
    expect(counts).toEqual([1, 1, 1, 1]);
  });
});

describe('a directory', () => {
  it('that is stale makes the service unavailable, and no credential invalid', () => {
    issue();
    expect(authenticate()).toMatchObject({ credentialId: 'crd_1' });
    age = 5_001;
    expectRefusal('service.unavailable');
    expectRefusal('service.unavailable', `Bearer ${makeToken('standard', 'development')}`);
    expectRefusal('authentication.missing', '');
  });

  it('that is rebuilt invalidates cached proofs', () => {
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
