import { describe, expect, it } from '@jest/globals';
import { digestReason, digestText, isDigest } from './digest.js';

describe('the digest of a text', () => {
  // The first three are the examples of FIPS 180-4.
  it.each([
    ['', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
    ['abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
    [
      'abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq',
      '248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1',
    ],
    ['Zürich €', 'd0ebaa0498acd58ae55006c0623d1450a3377b99f6057c3e5da19bb676523b53'],
  ])('is the SHA-256 of its UTF-8 bytes: %j', (text, hex) => {
    expect(digestText(text)).toBe(`sha256:${hex}`);
  });
});

describe('the digest of a reason', () => {
  it('covers the salt, a line feed and the reason', () => {
    expect(digestReason('AAAAAAAAAAAAAAAAAAAAAA', 'leaked')).toBe(
      'sha256:98163026fa33719f6f033178dbcfcc8eef553c1396c33f8780070005a3342a7d',
    );
  });
});

describe('the form of a digest', () => {
  const hex = '0123456789abcdef'.repeat(4);

  it('is sha256: and 64 lower-case hex digits', () => {
    expect(isDigest(`sha256:${hex}`)).toBe(true);
  });

  it.each([
    hex,
    `sha256:${hex.toUpperCase()}`,
    `sha256:${hex.slice(1)}`,
    `sha256:${hex}0`,
    `sha256:${hex}\n`,
    `SHA256:${hex}`,
    `sha512:${hex}`,
    null,
    42,
    [`sha256:${hex}`],
  ])('is not %j', (value) => {
    expect(isDigest(value)).toBe(false);
  });
});
