import { describe, expect, it } from '@jest/globals';
import { parseIfMatch } from './if-match.js';

describe('If-Match', () => {
  it.each([
    [undefined, null],
    ['*', null],
    [' * ', null],
    ['"1"', 1],
    [' "42" ', 42],
    ['"999999999"', 999_999_999],
    ['"3.0a1b2c3d"', 3],
    ['W/"3"', 3],
    ['"1", W/"12.0a1b2c3d","a"', 12],
  ])('of %j names version %j', (header, version) => expect(parseIfMatch(header)).toBe(version));

  it.each([
    '',
    '1',
    '"0"',
    '"01"',
    '"-1"',
    '"1.0"',
    '"1", 2',
    '"1" "2"',
    'w/"1"',
    ',"1"',
    '"a"',
    '"1000000000"',
    '""',
    '"3.0a1b2c3"',
    '"3.0A1B2C3D"',
    '"3.0a1b2c3d4"',
  ])('of %j is refused', (header) => {
    expect(() => parseIfMatch(header)).toThrow(
      expect.objectContaining({
        code: 'request.invalid',
        extras: { details: [expect.objectContaining({ field: 'If-Match' })] },
      }),
    );
  });
});
