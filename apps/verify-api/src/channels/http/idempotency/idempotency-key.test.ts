import { describe, expect, it } from '@jest/globals';
import { parseIdempotencyKey } from './idempotency-key.js';

describe('an idempotency key', () => {
  it('may be left out', () => expect(parseIdempotencyKey(undefined)).toBeNull());

  it.each([
    ['a', 'a'],
    ['8e03978e-40d5-43dd-bc93-6894a57f9324', '8e03978e-40d5-43dd-bc93-6894a57f9324'],
    ['two words, and a comma', 'two words, and a comma'],
    ['a"b\\', 'a"b\\'],
    ['~'.repeat(255), '~'.repeat(255)],
    ['"abc"', 'abc'],
    ['"a\\"b\\\\c"', 'a"b\\c'],
    [`"${'a'.repeat(255)}"`, 'a'.repeat(255)],
  ])('%j is %j', (field, key) => expect(parseIdempotencyKey([field])).toBe(key));

  it.each(['', '""', '"', '"abc', '"a"b"', '"a\\b"', '"abc";p=1', 'a'.repeat(256), 'ä', 'a\tb', 'a\u007f'])(
    'is not %j',
    (field) => expectRefusal([field]),
  );

  it('is refused if there are several fields', () => {
    expectRefusal(['a', 'b']);
    expectRefusal(['a', 'a']);
  });
});

function expectRefusal(fields: string[]): void {
  expect(() => parseIdempotencyKey(fields)).toThrow(
    expect.objectContaining({
      code: 'request.invalid',
      extras: { details: [expect.objectContaining({ field: 'Idempotency-Key' })] },
    }),
  );
}
