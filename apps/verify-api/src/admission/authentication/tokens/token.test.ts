import { describe, expect, it } from '@jest/globals';
import { ENVIRONMENTS, kindFor, type TokenKind } from '@service/contracts';
import { makeToken, parseToken } from './token.js';

const PREFIXES: [TokenKind, (typeof ENVIRONMENTS)[number], string][] = [
  ['standard', 'development', 'svc_dev_'],
  ['standard', 'production', 'svc_prod_'],
  ['audit', 'development', 'svc_audit_dev_'],
  ['audit', 'production', 'svc_audit_prod_'],
  ['operator', 'development', 'svc_op_dev_'],
  ['operator', 'production', 'svc_op_prod_'],
];

describe('a token', () => {
  it.each(PREFIXES)('of kind %s in %s begins with %s', (kind, environment, prefix) => {
    const text = makeToken(kind, environment);
    expect(text.startsWith(prefix)).toBe(true);
    expect(text.slice(prefix.length)).toMatch(/^[0-9A-Za-z]{16}_[0-9A-Za-z]{43}[0-9A-Za-z]{6}$/);
    expect(parseToken(text)).toEqual({
      kind,
      environment,
      keyId: text.slice(prefix.length, prefix.length + 16),
      hashed: text.slice(0, -6),
    });
  });

  it.each([
    [0, '00'],
    [61, '0z'],
    [62, '10'],
    [3_843, 'zz'],
  ])('of cell %i has a key id that begins with %s', (cell, digits) => {
    expect(parseToken(makeToken('standard', 'development', cell))?.keyId.slice(0, 2)).toBe(digits);
  });

  it('is unique', () => {
    const tokens = Array.from({ length: 1_000 }, () => makeToken('standard', 'production'));
    expect(new Set(tokens).size).toBe(1_000);
    expect(new Set(tokens.map((token) => parseToken(token)?.keyId)).size).toBe(1_000);
  });

  it('is refused after any change of a single character', () => {
    const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_- .é';
    for (const text of [makeToken('standard', 'development'), makeToken('operator', 'production')]) {
      for (let index = 0; index < text.length; index += 1) {
        for (const character of alphabet) {
          if (character === text[index]) continue;
          const changed = text.slice(0, index) + character + text.slice(index + 1);
          if (parseToken(changed) !== null) throw new Error(`${changed} was taken for ${text}.`);
        }
      }
    }
  });

  it('is refused where a character is missing, added or swapped with its neighbour', () => {
    const text = makeToken('audit', 'production');
    for (let index = 0; index < text.length; index += 1) {
      const before = text.slice(0, index);
      expect(parseToken(before + text.slice(index + 1))).toBeNull();
      expect(parseToken(`${before}0${text.slice(index)}`)).toBeNull();
      const swapped =
        before +
        text
          .slice(index, index + 2)
          .split('')
          .reverse()
          .join('') +
        text.slice(index + 2);
      if (swapped !== text) expect(parseToken(swapped)).toBeNull();
    }
  });

  it.each(['', 'svc_', 'svc_dev_', 'token', `${makeToken('standard', 'development')}\n`])(
    'is not made of %j',
    (text) => expect(parseToken(text)).toBeNull(),
  );
});

describe('the kind of a token', () => {
  it('follows from the capabilities', () => {
    expect(kindFor(['verify', 'read', 'write', 'subscribe', 'manage'])).toBe('standard');
    expect(kindFor(['read', 'audit'])).toBe('audit');
    expect(kindFor(['operator'])).toBe('operator');
  });
});
