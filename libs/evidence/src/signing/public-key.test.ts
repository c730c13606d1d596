import { describe, expect, it } from '@jest/globals';
import { SigningKey } from './signing-key.js';
import { isPublicKey } from './public-key.js';

const P = 2n ** 255n - 19n;
/** A y and the sign of x, as RFC 8032 encodes them. */
const encoded = (y: bigint, sign = 0n): string =>
  Buffer.from((y | (sign << 255n)).toString(16).padStart(64, '0'), 'hex')
    .reverse()
    .toString('base64url');

describe('a public key', () => {
  it('is one of the curve’s points', () => {
    for (let count = 0; count < 50; count += 1) {
      expect(isPublicKey(SigningKey.generate('answer', '').publicKey)).toBe(true);
    }
    // RFC 8032, section 7.1, test 1.
    expect(isPublicKey('11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo')).toBe(true);
  });

  it('is not where no point has that y', () => {
    const points = Array.from({ length: 200 }, (_, index) => isPublicKey(encoded(BigInt(index + 2))));
    const count = points.filter(Boolean).length;
    expect(count).toBeGreaterThan(60);
    expect(count).toBeLessThan(140);
    expect(isPublicKey(encoded(2n))).toBe(false);
  });

  // Of low order: they verify signatures that were never made.
  it.each([
    '0100000000000000000000000000000000000000000000000000000000000000',
    '0100000000000000000000000000000000000000000000000000000000000080',
    'ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
    'ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff',
    '0000000000000000000000000000000000000000000000000000000000000000',
    '0000000000000000000000000000000000000000000000000000000000000080',
    '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
    '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85',
    'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
    'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa',
  ])('is not where the point is of low order: %s', (hex) => {
    expect(isPublicKey(Buffer.from(hex, 'hex').toString('base64url'))).toBe(false);
  });

  it.each([P, P + 1n, P + 3n, 2n ** 255n - 1n])('is not where its y is not reduced: %s', (y) => {
    expect(isPublicKey(encoded(y))).toBe(false);
    expect(isPublicKey(encoded(y, 1n))).toBe(false);
  });

  it('is not in another form', () => {
    const key = '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo';
    // Spare bits of the last character, padding, the other alphabet, a byte more, no bytes, and not a text.
    const forms = [`${key.slice(0, -1)}p`, `${key}=`, key.replace('_', '/'), `${key}A`, '', null, 7];
    expect(forms.map(isPublicKey)).toEqual(forms.map(() => false));
  });
});
