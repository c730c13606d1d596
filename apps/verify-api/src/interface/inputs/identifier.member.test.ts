import { describe, expect, it } from '@jest/globals';
import { checkInput } from './check-input.js';
import { IdentifierMember, NameMember } from './identifier.member.js';

const BOUNDS = { maxLength: 10, optional: true };

class Input {
  @IdentifierMember('', BOUNDS)
  external_id?: string;

  @NameMember('', BOUNDS)
  name?: string;
}

const issueOf = (input: object): string | undefined => {
  try {
    checkInput(Input, input);
    return undefined;
  } catch (error) {
    return (error as { extras: { details: { issue: string }[] } }).extras.details[0]?.issue;
  }
};

describe('an identifier', () => {
  it.each([
    ['a b/ü€😀', undefined],
    ['a\u2028b', undefined],
    ['a\nb', 'must have no control characters'],
    ['a\u0085', 'must have no control characters'],
    ['\u007f', 'must have no control characters'],
    [' a', 'must not begin or end with a space'],
    ['a\u00a0', 'must not begin or end with a space'],
    ['u\u0308', 'must be in Unicode normalization form C (NFC)'],
    ['\u212b', 'must be in Unicode normalization form C (NFC)'],
    ['u\u0308'.repeat(6), 'must be a text of 1 to 10 characters'],
    [7, 'must be a text of 1 to 10 characters'],
  ])('%j: %s', (external_id, issue) => expect(issueOf({ external_id })).toBe(issue));

  it('that is a name is brought into NFC first', () => {
    expect(checkInput(Input, { name: 'u\u0308'.repeat(10) })).toEqual({ name: 'ü'.repeat(10) });
    expect(issueOf({ name: 'a ' })).toBe('must not begin or end with a space');
    expect(issueOf({ name: 7 })).toBe('must be a text of 1 to 10 characters');
  });
});
