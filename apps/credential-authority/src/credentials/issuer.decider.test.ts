import { describe, expect, it } from '@jest/globals';
import { CredentialEvent, CredentialTerms } from '@service/contracts';
import {
  credentialAfter,
  factsAt,
  issueOf,
  issued,
  issuedWith,
  issuedAt,
  rotateFor,
  secret,
  given,
} from '../testing/sample-credential.js';
import { decide, type CredentialCommand } from './credential.decider.js';
import { findExcess } from './issuer.decider.js';

/** An issuer with limits on all terms. */
const held: CredentialTerms = {
  name: 'Issuer',
  capabilities: ['manage', 'read'],
  expires_at: '2027-01-01T00:00:00.000Z',
  authorities: ['aut_1', 'aut_2'],
  allowed_ips: ['192.0.2.0/25', '192.0.2.128/25', '2001:db8::/32'],
  rate_limit: { verify: 100, read: 10 },
  metadata: {},
};
const issuer = credentialAfter({ ...issued, credential_id: 'crd_0', ...held });
const unlimited = credentialAfter({ ...issued, credential_id: 'crd_0', expires_at: null });
const within: CredentialTerms = { ...held, rate_limit: { verify: 100, read: 10, write: 1 } };

const EXCESSES: [keyof CredentialTerms, Partial<CredentialTerms>][] = [
  ['capabilities', { capabilities: ['read', 'write'] }],
  ['capabilities', { capabilities: ['audit', 'read'] }],
  ['authorities', { authorities: null }],
  ['authorities', { authorities: ['aut_1', 'aut_3'] }],
  ['allowed_ips', { allowed_ips: null }],
  ['allowed_ips', { allowed_ips: ['192.0.2.1', '192.0.3.1'] }],
  ['allowed_ips', { allowed_ips: ['192.0.2.0/24'] }],
  ['allowed_ips', { allowed_ips: ['::/0'] }],
  ['rate_limit', { rate_limit: null }],
  ['rate_limit', { rate_limit: { verify: 100 } }],
  ['rate_limit', { rate_limit: { verify: 101, read: 10 } }],
  ['expires_at', { expires_at: null }],
  ['expires_at', { expires_at: '2027-01-01T00:00:00.001Z' }],
];

/** The capability that an excess lacks. */
const lackingIn = ({ capabilities }: Partial<CredentialTerms>) =>
  capabilities?.includes('audit') === true ? 'audit' : 'write';

const asked = (wanted: Partial<CredentialTerms>) => issueOf({ ...issued, ...within, ...wanted });
const rotate = rotateFor(0);
const facts = factsAt(issuedAt, { issuer, known_authorities: ['aut_1', 'aut_2', 'aut_3'] });

describe('an issuer may issue', () => {
  it.each<Partial<CredentialTerms>>([
    {},
    { authorities: ['aut_2'] },
    { allowed_ips: ['192.0.2.1', '192.0.2.192/26', '2001:db8:1::/48', '::ffff:192.0.2.1'] },
    { rate_limit: { verify: 1, read: 1 } },
    { expires_at: '2026-12-31T23:59:59.999Z' },
  ])('what it holds, or less: %j', (wanted) => {
    expect(findExcess(issuer, { ...within, ...wanted })).toBeNull();
    given()
      .when(asked(wanted), facts)
      .then(issuedWith({ ...within, ...wanted, issued_by: 'crd_0' }));
  });

  it('audit without holding it, where it is limited to no authorities', () => {
    const wanted: CredentialTerms = { ...within, authorities: null, capabilities: ['audit', 'read'] };
    given()
      .when(issueOf({ ...issued, ...wanted }), { ...facts, issuer: unlimited })
      .then(issuedWith({ ...wanted, issued_by: 'crd_0' }));
  });

  it('anything, where it has no limits', () => {
    const terms = { authorities: null, allowed_ips: null, rate_limit: null, expires_at: null };
    expect(findExcess(unlimited, { ...within, capabilities: ['read'] })).toBeNull();
    expect(findExcess(unlimited, { ...within, capabilities: ['write'], ...terms })).toBeNull();
  });

  it.each(EXCESSES)('nothing beyond its own %s: %j', (field, wanted) => {
    expect(findExcess(issuer, { ...within, ...wanted })).toMatchObject({ field });
    const refused = expect.objectContaining(
      field === 'capabilities'
        ? {
            code: 'authority.insufficient_scope',
            extras: { scope_required: lackingIn(wanted), scope_held: ['manage', 'read'] },
          }
        : { code: 'request.invalid', extras: { details: [{ field, issue: expect.any(String) }] } },
    );
    expect(() => decide(null, asked(wanted), facts)).toThrow(refused);
  });

  it('without learning whether an authority that it may not access exists', () => {
    const refusalOf = (id: string) => {
      try {
        return decide(null, asked({ authorities: ['aut_1', id] }), facts);
      } catch (error) {
        return (error as { extras: object }).extras;
      }
    };
    expect(refusalOf('aut_3')).toEqual(refusalOf('aut_9'));
  });
});

describe('only the service may issue', () => {
  it('an operator', () => {
    const operator = credentialAfter({ ...issued, project_id: null, capabilities: ['operator'] });
    const { secret: _, ...terms } = issued;
    const wanted = { ...terms, project_id: null, capabilities: ['operator' as const] };
    const none = factsAt(issuedAt, { project_id: null });
    given()
      .when(issueOf(issuedWith(wanted)), { ...none, issuer: operator })
      .fails('authority.insufficient_scope');
    given()
      .when(issueOf(issuedWith(wanted)), none)
      .then(issuedWith(wanted));
  });

  it('anything in another project', () => {
    const other = credentialAfter({ ...issued, project_id: 'prj_2' });
    given()
      .when(issueOf(issued), factsAt(issuedAt, { issuer: other }))
      .fails('authority.insufficient_scope');
    given(issued)
      .when(rotate, factsAt(issuedAt, { issuer: other }))
      .fails('authority.insufficient_scope');
  });
});

describe('an issuer may rotate, rename and revoke', () => {
  const renamed: CredentialEvent = {
    type: 'service.credential.updated',
    name: 'Renamed',
    metadata: {},
    occurred_at: issuedAt,
  };
  const revoked: CredentialEvent = {
    type: 'service.credential.revoked',
    reason: 'lost',
    occurred_at: issuedAt,
  };
  const changesOf = (kind?: 'audit') => {
    const rotated: CredentialEvent = {
      type: 'service.credential.rotated',
      secret: secret('second', kind),
      overlap_ends_at: issuedAt,
      occurred_at: issuedAt,
    };
    const commands: [CredentialCommand, CredentialEvent][] = [
      [rotateFor(0, kind), rotated],
      [{ type: 'credential.update', payload: { name: 'Renamed', expected_version: null } }, renamed],
      [{ type: 'credential.revoke', payload: { reason: 'lost', expected_version: null } }, revoked],
    ];
    return commands.map(([change, event]) => ({ type: change.type, change, event }));
  };
  const changes = changesOf();

  it.each(changes)('a credential within its own terms: $type', ({ change, event }) => {
    given({ ...issued, ...within })
      .when(change, facts)
      .then(event);
  });

  it.each(changesOf('audit'))('itself, whatever it may issue: $type', ({ change, event }) => {
    const limited: CredentialEvent = { ...issued, ...within, capabilities: ['audit', 'read'] };
    given(limited)
      .when(change, { ...facts, issuer: credentialAfter(limited) })
      .then(event);
  });

  describe.each(EXCESSES)('no credential beyond its %s: %j', (field, wanted) => {
    it.each(changes)('$type', ({ change }) => {
      const lacking = lackingIn(wanted);
      const what = field === 'capabilities' ? `the capability ${lacking}` : `\`${field}\``;
      given({ ...issued, ...within, ...wanted })
        .when(change, facts)
        .fails(field === 'capabilities' ? 'authority.insufficient_scope' : 'credential.limited', {
          message: `The credential to be changed goes beyond your own in ${what}.`,
          ...(field === 'capabilities' ? { scope_required: lacking, scope_held: ['manage', 'read'] } : {}),
        });
    });
  });

  it.each(changes)('nothing as wide as an unlimited administrator, being limited: $type', ({ change }) => {
    const administrator: CredentialEvent = { ...issued, capabilities: ['manage'], expires_at: null };
    const limits: Partial<CredentialTerms>[] = [
      { authorities: ['aut_1'] },
      { allowed_ips: ['192.0.2.1'] },
      { rate_limit: { write: 1 } },
      { expires_at: held.expires_at },
    ];
    for (const limit of limits) {
      const contractor = credentialAfter({ ...administrator, credential_id: 'crd_0', ...limit });
      given(administrator)
        .when(change, { ...facts, issuer: contractor })
        .fails('credential.limited');
    }
  });
});

describe('an issuer that is no longer usable', () => {
  const revoked: CredentialEvent = {
    type: 'service.credential.revoked',
    reason: 'lost',
    occurred_at: issuedAt,
  };
  const expired: CredentialEvent = { type: 'service.credential.expired', occurred_at: issuedAt };
  const due = { ...issued, expires_at: '2026-11-21T02:00:00.000Z' };

  it.each<[string, CredentialEvent[]]>([
    ['credential.revoked', [issued, revoked]],
    ['credential.expired', [issued, expired]],
    ['credential.expired', [due]],
  ])('issues or rotates nothing: %s', (code, history) => {
    const unusable = credentialAfter(...history);
    given()
      .when(issueOf(issued), factsAt(issuedAt, { issuer: unusable }))
      .fails(code);
    given(issued)
      .when(rotate, factsAt(issuedAt, { issuer: unusable }))
      .fails(code);
  });
});
