import { createHmac } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { Pepper } from './pepper.js';
import { makeToken, parseToken, type Token } from '../tokens/token.js';

const token = (): Token => parseToken(makeToken('standard', 'development')) as Token;
const stored = (pepper: Pepper, sealed: Token): Buffer => Buffer.from(pepper.seal(sealed).hmac, 'hex');

describe('a pepper', () => {
  it('stores only an HMAC-SHA-256 of a token without its checksum', () => {
    const one = token();
    expect(new Pepper('secret').seal(one)).toEqual({
      key_id: one.keyId,
      hmac: createHmac('sha256', 'secret').update(one.hashed).digest('hex'),
      pepper_id: new Pepper('secret').id,
    });
  });

  it('of any length is the key of HMAC-SHA-256', () => {
    const one = token();
    for (const length of [1, 43, 64, 65, 300]) {
      const secret = 'p'.repeat(length);
      expect(new Pepper(secret).seal(one).hmac).toBe(
        createHmac('sha256', secret).update(one.hashed).digest('hex'),
      );
    }
  });

  it('matches only the sealed token, also after a restart', () => {
    const pepper = new Pepper('secret');
    const one = token();
    expect(pepper.matches(one, stored(pepper, one))).toBe(true);
    expect(new Pepper('secret').matches(one, stored(pepper, one))).toBe(true);
    expect(pepper.matches(token(), stored(pepper, one))).toBe(false);
    expect(pepper.matches({ ...one, hashed: `${one.hashed}x` }, stored(pepper, one))).toBe(false);
  });

  it('has an id that does not contain it', () => {
    const [pepper, other] = [new Pepper('secret'), new Pepper('another')];
    const one = token();
    expect(other.matches(one, stored(pepper, one))).toBe(false);
    expect(pepper.id).toMatch(/^[0-9a-f]{16}$/);
    expect(pepper.id).not.toBe(other.id);
  });

  it('gives a key for each purpose, the same after a restart', () => {
    const pepper = new Pepper('secret');
    const keys = ['one', 'two'].map((purpose) => pepper.derive(purpose).toString('hex'));
    expect(keys).toEqual(
      ['one', 'two'].map((purpose) => new Pepper('secret').derive(purpose).toString('hex')),
    );
    expect(keys[0]).toMatch(/^[0-9a-f]{64}$/);
    expect(keys[0]).not.toBe(keys[1]);
    expect(new Pepper('another').derive('one').toString('hex')).not.toBe(keys[0]);
  });
});
