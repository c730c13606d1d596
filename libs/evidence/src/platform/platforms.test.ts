import { ed25519 } from '@noble/curves/ed25519.js';
import { sha512 } from '@noble/hashes/sha2.js';
import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { concatBytes, littleEndian } from '../encoding/bytes.js';
import { isSoundPublicKey, isSoundSignature } from '../signing/ed25519-rules.js';
import * as browser from './browser.js';
import * as node from './node.js';

type Platform = typeof node;
const [own, other]: [Platform, Platform] = [node, browser];

/** The same results and plain bytes from both. */
function same(use: (platform: Platform) => unknown): void {
  const [one, two] = [use(node), use(other)];
  expect(two).toEqual(one);
  for (const value of [one, two]) if (value instanceof Uint8Array) expect(value.constructor).toBe(Uint8Array);
}
const text = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }));
const encoded = fc.oneof(
  fc.uint8Array().map((bytes) => Buffer.from(bytes).toString('base64')),
  fc.uint8Array().map((bytes) => Buffer.from(bytes).toString('base64url')),
  fc.uint8Array().map((bytes) => Buffer.from(bytes).toString('hex')),
  fc.string({
    maxLength: 100,
    unit: fc.constantFrom('A', 'f', '0', '=', '-', '_', '+', '/', '\n', 'é', '\u{10041}'),
  }),
);

describe('both platforms', () => {
  it('have the same functions', () => {
    expect(Object.keys(browser).sort()).toEqual(Object.keys(node).sort());
  });

  it('hash alike', () => {
    fc.assert(
      fc.property(fc.uint8Array(), text, fc.uint8Array({ maxLength: 100 }), (bytes, words, key) => {
        for (const data of [bytes, words, '\ud800', '\ufeff']) {
          same(({ sha256 }) => sha256(data));
          same(({ sha256Hex }) => sha256Hex(data));
          same(({ sha256Base64 }) => sha256Base64(data));
          same(({ sha256Joined }) => sha256Joined(bytes, data));
          if (key.length > 0) same(({ hmacSha256 }) => hmacSha256(key)(bytes, data));
        }
        const [left, right] = [node.sha256Base64(bytes), node.sha256Base64(words)];
        same(({ hashChildrenBase64 }) => hashChildrenBase64(left, right));
      }),
      { numRuns: 20 },
    );
    const long = 'é'.repeat(20_000);
    same(({ sha256Joined }) => sha256Joined(new Uint8Array(32), long));
    expect(node.sha256Joined(Uint8Array.of(97), 'bc')).toEqual(node.sha256('abc'));
  });

  it('encode and decode alike', () => {
    fc.assert(
      fc.property(fc.uint8Array(), encoded, text, (bytes, given, words) => {
        const within = Uint8Array.of(1, ...bytes, 2).subarray(1, -1);
        for (const name of ['encodeBase64', 'encodeBase64url', 'encodeHex'] as const) {
          same((platform) => platform[name](bytes));
          expect(other[name](within)).toBe(own[name](bytes));
        }
        for (const name of ['decodeBase64', 'decodeBase64url', 'decodeHex'] as const)
          same((platform) => platform[name](given));
        same(({ utf8 }) => utf8(words));
        same(({ sameSecretText }) => sameSecretText(given, words));
        same(({ sameSecretText }) => sameSecretText(words, words));
      }),
    );
  });
});

/** Signatures whose R and key are moved by points of low order: where the cofactor is cleared, all of them hold. */
function movedSignatures(nonce: bigint) {
  const { Point } = ed25519;
  const torsion = Point.fromHex('26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05');
  const points = Array.from({ length: 8 }, (_, factor) => torsion.multiplyUnsafe(BigInt(factor)));
  const secret = new Uint8Array(32).fill(7);
  const { scalar, point } = ed25519.utils.getExtendedPublicKey(secret);
  return points.flatMap((inKey) =>
    points.flatMap((inR) => {
      const key = point.add(inKey).toBytes();
      const R = Point.BASE.multiplyUnsafe(nonce).add(inR).toBytes();
      const message = new Uint8Array(20).fill(points.indexOf(inR));
      const h = Point.Fn.create(littleEndian(sha512(concatBytes(R, key, message))));
      const S = Point.Fn.toBytes(Point.Fn.create(nonce + h * scalar));
      return { key, message, signature: concatBytes(R, S) };
    }),
  );
}

describe('a signature', () => {
  it('holds on both platforms or on none, also where a part has a low order', () => {
    const cases = movedSignatures(123456789n).filter(
      ({ key, signature }) => isSoundPublicKey(key) && isSoundSignature(signature),
    );
    const verdicts = cases.map(({ key, message, signature }) =>
      [node, other].map(({ ed25519Verifier }) => ed25519Verifier(key)(message, signature)),
    );
    expect(verdicts.filter(([one, two]) => one !== two)).toEqual([]);
    expect(new Set(verdicts.map(([one]) => one))).toEqual(new Set([true, false]));
    expect(cases).toHaveLength(64);
    const cleared = cases.filter(({ key, message, signature }) =>
      ed25519.verify(signature, message, key, { zip215: true }),
    );
    expect(cleared).toHaveLength(64);
  });

  it('is unsound where R itself is of low order, which releases of Node.js judge differently', () => {
    const cases = movedSignatures(0n);
    expect(cases).toHaveLength(64);
    expect(cases.filter(({ signature }) => isSoundSignature(signature))).toEqual([]);
    const holds = cases.filter(({ key, message, signature }) =>
      other.ed25519Verifier(key)(message, signature),
    );
    expect(holds.length).toBeGreaterThan(0);
  });

  it('does not hold under a key that is no point', () => {
    const key = new Uint8Array(32).fill(2);
    const signature = new Uint8Array(64);
    expect(other.ed25519Verifier(key)(new Uint8Array(), signature)).toBe(false);
  });
});
