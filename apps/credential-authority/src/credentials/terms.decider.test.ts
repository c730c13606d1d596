import { describe, expect, it } from '@jest/globals';
import { CredentialTerms } from '@service/contracts';
import {
  credentialAfter,
  expiresAt,
  factsAt,
  issueOf,
  issued,
  issuedAt,
  given,
} from '../testing/sample-credential.js';
import { decide } from './credential.decider.js';

const many = (count: number, each: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => each(index));
const notes = (count: number) =>
  Object.fromEntries(many(count, (index) => `key ${index}`).map((key) => [key, '']));
const known_authorities = many(101, (index) => `aut_${index}`);
const facts = factsAt(issuedAt, { known_authorities });
const {
  payload: { expires_at: _, ...unended },
} = issueOf(issued);
/** An issue without an expiry. */
const open = { type: 'credential.issue', payload: unended } as const;
const DAY = 24 * 60 * 60 * 1000;

describe('the terms of a credential', () => {
  it.each<Partial<CredentialTerms>>([
    { name: '🦉'.repeat(128) },
    { authorities: known_authorities.slice(0, 100) },
    { allowed_ips: ['10.0.0.1', '10.0.0.0/8', '::1', '2001:db8::/32'] },
    { allowed_ips: many(50, (index) => `10.0.0.${index}`) },
    { rate_limit: { verify: 1, read: 100_000 } },
    { metadata: { ['k'.repeat(40)]: 'v'.repeat(500), constructor: 'x', toString: '' } },
    { metadata: notes(20) },
  ])('may be %j', (terms) => {
    given()
      .when(issueOf({ ...issued, ...terms }), facts)
      .then({ ...issued, ...terms });
  });

  it.each<[string, object]>([
    ['name', { name: '' }],
    ['name', { name: 'x'.repeat(129) }],
    ['authorities', { authorities: [] }],
    ['authorities', { authorities: known_authorities }],
    ['authorities[0]', { authorities: ['aut_missing'] }],
    ['authorities[1]', { authorities: ['aut_1', 'aut_missing'] }],
    ['allowed_ips', { allowed_ips: [] }],
    ['allowed_ips', { allowed_ips: many(51, (index) => `10.0.0.${index}`) }],
    ['allowed_ips[1]', { allowed_ips: ['10.0.0.1', '10.0.0.256'] }],
    ['allowed_ips[0]', { allowed_ips: ['10.0.0.0/33'] }],
    ['rate_limit', { rate_limit: {} }],
    ['rate_limit', { rate_limit: { verify: 0 } }],
    ['rate_limit', { rate_limit: { verify: 100_001 } }],
    ['rate_limit', { rate_limit: { verify: 1.5 } }],
    ['rate_limit', { rate_limit: { subscribe: 1 } }],
    ['metadata', { metadata: notes(21) }],
    ['metadata', { metadata: { '': 'x' } }],
    ['metadata', { metadata: { ['k'.repeat(41)]: 'x' } }],
    ['metadata', { metadata: { key: 'v'.repeat(501) } }],
    ['metadata', { metadata: { key: 7 } }],
    ['metadata', { metadata: { 'a\0': 'x' } }],
    ['metadata', { metadata: { key: '\ud800' } }],
    ['metadata', { metadata: JSON.parse('{"__proto__":"x"}') as object }],
  ])('may not have the %s of %j', (field, terms) => {
    const command = issueOf({ ...issued, ...terms });
    const extras = { details: [{ field, issue: expect.any(String) }] };
    expect(() => decide(null, command, facts)).toThrow(
      expect.objectContaining({ code: 'request.invalid', extras }),
    );
  });
});

describe('a project with a longest life', () => {
  const latest = new Date(Date.parse(issuedAt) + 30 * DAY).toISOString();
  const later = new Date(Date.parse(issuedAt) + 30 * DAY + 1).toISOString();
  const limited = factsAt(issuedAt, { longest_days: 30 });

  it.each([latest, '2026-11-21T03:00:00.001Z'])('lets a credential live until %s', (expires_at) => {
    given()
      .when(issueOf({ ...issued, expires_at }), limited)
      .then({ ...issued, expires_at });
  });

  it.each([later, null])('does not let a credential live until %s', (expires_at) => {
    const issue = 'must lie within 30 days, the longest that the project allows';
    given()
      .when(issueOf({ ...issued, expires_at }), limited)
      .fails('request.invalid', { details: [{ field: 'expires_at', issue }] });
  });

  it('gives the longest by default, and no longer than the issuer’s own', () => {
    given()
      .when(open, limited)
      .then({ ...issued, expires_at: latest });
    const soon = '2026-11-22T00:00:00.000Z';
    given()
      .when(open, { ...limited, issuer: credentialAfter({ ...issued, expires_at: soon }) })
      .then({ ...issued, expires_at: soon, issued_by: 'crd_1' });
  });
});

describe('a project without a longest life', () => {
  it('lets a credential live forever by default', () => {
    given()
      .when(open, facts)
      .then({ ...issued, expires_at: null });
    given()
      .when(issueOf({ ...issued, expires_at: expiresAt }), facts)
      .then(issued);
  });
});
