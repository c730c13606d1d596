import { createHmac } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { Pepper } from './pepper.js';
import { bindingOf, type SecretHolder } from '../../../views/secret-binding.js';
import { makeToken, parseToken, type Token } from '../tokens/token.js';

const token = (): Token => parseToken(makeToken('standard', 'development')) as Token;
const holder: SecretHolder = {
  id: 'crd_1',
  project_id: 'prj_1',
  capabilities: ['verify', 'read'],
  authorities: null,
  allowed_ips: null,
  rate_limit: null,
};
const binding = bindingOf(holder);
const stored = (pepper: Pepper, sealed: Token): Buffer =>
  Buffer.from(pepper.seal(sealed, holder).hmac, 'hex');

describe('a pepper', () => {
  it('stores only an HMAC-SHA-256 of whose secret it is, and of the token without its checksum', () => {
    const one = token();
    const text = `bound/v1\n{"allowed_ips":null,"authorities":null,"capabilities":["read","verify"],"credential_id":"crd_1","project_id":"prj_1","rate_limit":null}\n${one.hashed}`;
    expect(new Pepper('secret').seal(one, holder)).toEqual({
      format: 'bound/v1',
      kind: 'standard',
      key_id: one.keyId,
      hmac: createHmac('sha256', 'secret').update(text).digest('hex'),
      pepper_id: new Pepper('secret').id,
    });
  });

  it('of any length is the key of HMAC-SHA-256', () => {
    const one = token();
    for (const length of [1, 43, 64, 65, 300]) {
      const secret = 'p'.repeat(length);
      expect(new Pepper(secret).seal(one, holder).hmac).toBe(
        createHmac('sha256', secret).update(binding).update(one.hashed).digest('hex'),
      );
    }
  });

  it('matches only the sealed token, also after a restart', () => {
    const pepper = new Pepper('secret');
    const one = token();
    expect(pepper.matches(one, stored(pepper, one), binding)).toBe(true);
    expect(new Pepper('secret').matches(one, stored(pepper, one), binding)).toBe(true);
    expect(pepper.matches(token(), stored(pepper, one), binding)).toBe(false);
    expect(pepper.matches({ ...one, hashed: `${one.hashed}x` }, stored(pepper, one), binding)).toBe(false);
  });

  it.each<Partial<SecretHolder>>([
    { id: 'crd_2' },
    { project_id: 'prj_2' },
    { project_id: null },
    { capabilities: ['verify', 'read', 'write'] },
    { capabilities: ['operator'] },
    { capabilities: [] },
    { authorities: [] },
    { authorities: ['aut_1'] },
    { allowed_ips: ['::/0'] },
    { rate_limit: {} },
  ])('matches a token as that of its credential only, not with %j', (changes) => {
    const [pepper, one] = [new Pepper('secret'), token()];
    const other = { ...holder, ...changes };
    expect(pepper.matches(one, stored(pepper, one), bindingOf(other))).toBe(false);
  });

  it('matches a token as that of its credential in whatever order its terms are stored', () => {
    const reordered = bindingOf({ ...holder, capabilities: ['read', 'verify'] });
    const [pepper, one] = [new Pepper('secret'), token()];
    expect(pepper.matches(one, stored(pepper, one), reordered)).toBe(true);
  });

  it('matches nothing with a stored HMAC of another length', () => {
    const [pepper, one] = [new Pepper('secret'), token()];
    expect(pepper.matches(one, Buffer.alloc(0), binding)).toBe(false);
  });

  it('has an id that does not contain it', () => {
    const [pepper, other] = [new Pepper('secret'), new Pepper('another')];
    const one = token();
    expect(other.matches(one, stored(pepper, one), binding)).toBe(false);
    expect(pepper.id).toMatch(/^[0-9a-f]{16}$/);
    expect(pepper.id).not.toBe(other.id);
  });

  it('gives a key for each purpose, the same after a restart', () => {
    const pepper = new Pepper('secret');
    const keys = ['one', 'two'].map((purpose) => pepper.derive(purpose).export().toString('hex'));
    expect(keys).toEqual(
      ['one', 'two'].map((purpose) => new Pepper('secret').derive(purpose).export().toString('hex')),
    );
    expect(keys[0]).toMatch(/^[0-9a-f]{64}$/);
    expect(keys[0]).not.toBe(keys[1]);
    expect(new Pepper('another').derive('one').export().toString('hex')).not.toBe(keys[0]);
  });
});
