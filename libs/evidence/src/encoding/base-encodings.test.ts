import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { decodeBase64, decodeBase64url, decodeHex, encodeBase64, encodeBase64url } from './base-encodings.js';
import { readDecimal } from './decimal.js';

const refusal = expect.objectContaining({ code: 'encoding.not_canonical' });

describe('base64', () => {
  // RFC 4648, section 10.
  it.each([
    ['', ''],
    ['f', 'Zg=='],
    ['fo', 'Zm8='],
    ['foo', 'Zm9v'],
    ['foob', 'Zm9vYg=='],
    ['fooba', 'Zm9vYmE='],
    ['foobar', 'Zm9vYmFy'],
  ])('of %j is %j', (text, encoded) => {
    expect(encodeBase64(Buffer.from(text))).toBe(encoded);
    expect(Buffer.from(decodeBase64(encoded)).toString()).toBe(text);
    expect(Buffer.from(decodeBase64url(encoded.replaceAll('=', ''))).toString()).toBe(text);
  });

  it.each([
    'Zg',
    'Zg=',
    'Zh==',
    'Zm9=',
    'Zm9v\n',
    ' Zm9v',
    'Zm9v=',
    'Zm9v====',
    'Z-_v',
    'Z',
    'Zm9v Zm9v',
    'Zg==Zg==',
  ])('is refused where it is not canonical: %j', (text) => {
    expect(() => decodeBase64(text)).toThrow(refusal);
  });

  it.each(['Zg==', 'Zh', 'Zm9', 'Z+/v', 'Zm9v\n', 'Z'])(
    'for URLs is refused where it is not canonical: %j',
    (text) => {
      expect(() => decodeBase64url(text)).toThrow(refusal);
    },
  );

  it('has one text for each sequence of bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        expect(decodeBase64(encodeBase64(bytes))).toEqual(Buffer.from(bytes));
        expect(decodeBase64url(encodeBase64url(bytes))).toEqual(Buffer.from(bytes));
        expect(decodeHex(Buffer.from(bytes).toString('hex'))).toEqual(Buffer.from(bytes));
      }),
    );
  });
});

describe('hex', () => {
  it.each(['0', '0G', 'AB', '0x00', '00 ', 'abc'])('is refused where it is not canonical: %j', (text) => {
    expect(() => decodeHex(text)).toThrow(refusal);
  });
});

describe('a decimal', () => {
  it.each([
    ['0', 0],
    ['10', 10],
    ['9007199254740991', 2 ** 53 - 1],
  ])('%j is read', (text, number) => {
    expect(readDecimal(text)).toBe(number);
  });

  it.each([
    '',
    '00',
    '01',
    '-1',
    '+1',
    '1.0',
    '1e3',
    ' 1',
    '1\n',
    '9007199254740992',
    '99999999999999999999',
    '١',
  ])('%j is refused', (text) => {
    expect(readDecimal(text)).toBeNull();
  });
});
