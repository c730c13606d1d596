import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  SignJWT,
  base64url,
  createLocalJWKSet,
  exportJWK,
  exportSPKI,
  generateKeyPair,
  type GenerateKeyPairResult,
  type JWK,
  type JWTHeaderParameters,
} from 'jose';
import { IssuerKeys } from './issuer-keys.js';
import type { KeySet } from './read-key-set.js';
import { TokenVerifier } from './token-verifier.js';

const NOW = Date.parse('2026-11-21T12:00:00.000Z');
const AT = NOW / 1_000;
const TERMS = {
  issuer: 'https://login.example',
  resource: 'https://records.example/mcp',
  projectClaim: 'project_id',
};
const CLAIMS = {
  iss: TERMS.issuer,
  aud: TERMS.resource,
  sub: 'somebody',
  client_id: 'agent',
  iat: AT,
  exp: AT + 600,
  scope: 'verify',
  project_id: 'prj_1',
};
const INVALID = expect.objectContaining({ code: 'authentication.invalid' });

let own: GenerateKeyPairResult;
let strange: GenerateKeyPairResult;
let jwk: JWK;
beforeAll(async () => {
  [own, strange] = await Promise.all([generateKeyPair('ES256'), generateKeyPair('ES256')]);
  jwk = { ...(await exportJWK(own.publicKey)), kid: 'one', alg: 'ES256' };
});

const sign = (claims: object = {}, header: Partial<JWTHeaderParameters> = {}, by = own.privateKey) =>
  new SignJWT({ ...CLAIMS, ...claims })
    .setProtectedHeader({ typ: 'at+jwt', alg: 'ES256', kid: 'one', ...header })
    .sign(by);

describe('the verifier of access tokens', () => {
  let now = NOW;
  let reads = 0;
  let keys: JWK[];
  let verifier: TokenVerifier;

  beforeEach(() => {
    now = NOW;
    reads = 0;
    keys = [jwk];
    const read = async (): Promise<KeySet> => {
      reads += 1;
      return { find: createLocalJWKSet({ keys }), text: JSON.stringify(keys) };
    };
    verifier = new TokenVerifier(TERMS, ['verify'], new IssuerKeys(TERMS.issuer, read, () => now));
  });

  const subject = (token: string) => verifier.subjectOf(`Bearer ${token}`, now);

  it('knows the subject of a token that the issuer signed', async () => {
    const token = await sign();
    const known = { subject: 'somebody', projectId: 'prj_1', capabilities: ['verify'] };
    expect(await subject(token)).toMatchObject(known);
    expect(await verifier.subjectOf(`bearer  ${token} `, now)).toMatchObject(known);
    expect(reads).toBe(1);
  });

  it('leaves credentials and what is no token to others', async () => {
    for (const header of [undefined, '', 'Basic abc', 'Bearer svc_dev_abc', 'Bearer a b'])
      expect(await verifier.subjectOf(header, now)).toBeUndefined();
    expect(reads).toBe(0);
  });

  it.each<[string, () => Promise<string>]>([
    ['the key of another issuer under the same id', () => sign({}, {}, strange.privateKey)],
    [
      'a key that its header brings',
      async () => {
        const brought = await exportJWK(strange.publicKey);
        return sign(
          {},
          { jwk: brought, jku: 'https://evil.example/keys', x5u: 'https://evil.example/x' },
          strange.privateKey,
        );
      },
    ],
    [
      'the published key as a shared one',
      async () => {
        const secret = new TextEncoder().encode(await exportSPKI(own.publicKey));
        const header = { typ: 'at+jwt', alg: 'HS256', kid: 'one' };
        return new SignJWT(CLAIMS).setProtectedHeader(header).sign(secret);
      },
    ],
    [
      'no signature',
      async () => {
        const [, claims] = (await sign()).split('.');
        return `${base64url.encode('{"typ":"at+jwt","alg":"none"}')}.${claims}.`;
      },
    ],
    [
      'other claims than were signed',
      async () => {
        const [header, , signature] = (await sign()).split('.');
        return `${header}.${base64url.encode(JSON.stringify({ ...CLAIMS, sub: 'admin' }))}.${signature}`;
      },
    ],
    ['an unknown key id', () => sign({}, { kid: '../../etc/passwd' })],
    [
      'an algorithm that its key is not for',
      () => sign({}, { alg: 'ES384' }, own.privateKey).catch(() => 'a.b.c'),
    ],
    [
      'claims that are no object',
      async () => `${base64url.encode('{"typ":"at+jwt","alg":"ES256"}')}.${base64url.encode('[]')}.AA`,
    ],
    ['five parts', async () => 'a.b.c.d.e'],
    ['nothing', async () => '..'],
  ])('refuses a token with %s', async (_, make) => {
    await expect(subject(await make())).rejects.toEqual(INVALID);
  });

  it('asks nobody for keys because of a token that is for others', async () => {
    await expect(subject(await sign({ aud: 'https://other.example' }))).rejects.toEqual(INVALID);
    expect(reads).toBe(0);
  });

  it('takes a proven token again until it ends', async () => {
    const token = await sign();
    expect(await subject(token)).toBe(await subject(token));
    now += 629_999;
    expect(await subject(token)).toMatchObject({ subject: 'somebody' });
    now += 1;
    await expect(subject(token)).rejects.toEqual(INVALID);
  });

  it('follows the issuer to a new key, and refuses what a withdrawn key has proved', async () => {
    const former = await sign();
    await subject(former);
    keys = [{ ...(await exportJWK(strange.publicKey)), kid: 'two', alg: 'ES256' }];
    now += 10_000;
    expect(await subject(await sign({}, { kid: 'two' }, strange.privateKey))).toMatchObject({
      subject: 'somebody',
    });
    await expect(subject(former)).rejects.toEqual(INVALID);
    expect(reads).toBe(2);
  });

  it('asks the issuer once for many unknown keys', async () => {
    await subject(await sign());
    now += 10_000;
    for (let each = 0; each < 20; each += 1)
      await expect(subject(await sign({}, { kid: `random-${each}` }))).rejects.toEqual(INVALID);
    expect(reads).toBe(2);
  });
});
