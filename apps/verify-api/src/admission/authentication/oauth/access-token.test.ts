import { describe, expect, it } from '@jest/globals';
import { subjectOf } from './access-token.js';

const NOW = Date.parse('2026-11-21T12:00:00.000Z');
const AT = NOW / 1_000;
const TERMS = {
  issuer: 'https://login.example/t/',
  resource: 'https://records.example/mcp',
  projectClaim: 'project_id',
};
const HEADER = { typ: 'at+jwt', alg: 'ES256', kid: 'one' };
const CLAIMS = {
  iss: TERMS.issuer,
  aud: TERMS.resource,
  sub: 'auth0|somebody',
  client_id: 'agent',
  iat: AT - 60,
  exp: AT + 3_540,
  scope: 'verify openid write manage operator',
  project_id: 'prj_1',
};

function read(claims: object = {}, header: object = {}, now = NOW) {
  const token = { header: { ...HEADER, ...header }, claims: { ...CLAIMS, ...claims } };
  return subjectOf(token, TERMS, ['verify', 'read', 'write'], now);
}

describe('an access token', () => {
  it('gives its subject the capabilities among its scopes, and no others', () => {
    expect(read()).toEqual({
      subject: 'auth0|somebody',
      projectId: 'prj_1',
      capabilities: ['verify', 'write'],
      expiresAt: NOW + 3_540_000 + 30_000,
    });
    expect(read({ scope: undefined }).capabilities).toEqual([]);
    expect(read({ scope: 'Verify verify_all,read' }).capabilities).toEqual([]);
  });

  it.each<[string, object, object?]>([
    ['several audiences', { aud: ['https://other.example', TERMS.resource] }],
    ['the whole media type', {}, { typ: 'application/AT+JWT' }],
    ['a subject with a space', { sub: 'CN=Some Body' }],
    ['a subject like the id of a credential', { sub: 'crd_1' }],
    ['a clock that is 30 seconds ahead', { iat: AT + 30, exp: AT + 3_630 }],
    ['the last moment after its end', { iat: AT - 3_000, exp: AT - 29 }],
  ])('is read with %s', (_, claims, header = {}) => {
    expect(read(claims, header).projectId).toBe('prj_1');
  });

  it.each<[string, object, object?]>([
    ['no type', {}, { typ: undefined }],
    ['the type of an ID token', {}, { typ: 'JWT' }],
    ['a type that only begins so', {}, { typ: 'at+jwt2' }],
    ['no signature', {}, { alg: 'none' }],
    ['a shared key', {}, { alg: 'HS256' }],
    ['no algorithm', {}, { alg: undefined }],
    ['a critical extension', {}, { crit: ['b64'], b64: false }],
    ['another issuer', { iss: 'https://login.example/t' }],
    ['a list of issuers', { iss: [TERMS.issuer] }],
    ['the other environment', { aud: 'https://records.other.example/mcp' }],
    ['an audience that begins with the address', { aud: `${TERMS.resource}/` }],
    ['no audience', { aud: undefined }],
    ['no subject', { sub: undefined }],
    ['an empty subject', { sub: '' }],
    ['a long subject', { sub: 'x'.repeat(256) }],
    ['a control character', { sub: 'some\nbody' }],
    ['a letter beyond ASCII', { sub: 'sømebody' }],
    ['a space at the end', { sub: 'somebody ' }],
    ['a number as its subject', { sub: 7 }],
    ['no client', { client_id: undefined }],
    ['a list of scopes', { scope: ['verify'] }],
    ['no expiry', { exp: undefined }],
    ['an expiry in words', { exp: `${AT + 60}` }],
    ['an endless life', { exp: Number.POSITIVE_INFINITY }],
    ['no time of issue', { iat: undefined }],
    ['a life of more than an hour', { exp: AT + 3_541 }],
    ['a time of issue in the future', { iat: AT + 31, exp: AT + 60 }],
    ['a beginning in the future', { nbf: AT + 31 }],
    ['an end 30 seconds ago', { exp: AT - 30 }],
    ['no project', { project_id: undefined }],
    ['a list of projects', { project_id: ['prj_1'] }],
  ])('is refused with %s, and nothing of it is repeated', (_, claims, header = {}) => {
    expect(() => read(claims, header)).toThrow(
      expect.objectContaining({
        code: 'authentication.invalid',
        message: expect.not.stringMatching(/somebody|agent|prj_1|login/),
      }),
    );
  });
});
