import { describe, expect, it } from '@jest/globals';
import { preferredType } from './accept.js';

const JSON_TYPE = 'application/json';
const LINES = 'application/x-ndjson';

describe('the type that is preferred', () => {
  it.each([
    [undefined, JSON_TYPE],
    ['*/*', JSON_TYPE],
    ['application/*', JSON_TYPE],
    [JSON_TYPE, JSON_TYPE],
    [LINES, LINES],
    ['Application/X-NDJSON', LINES],
    [`${LINES}, */*`, JSON_TYPE],
    [`${LINES}, */*;q=0.5`, LINES],
    [`${JSON_TYPE};q=0.2, ${LINES};q=0.3`, LINES],
    [`${JSON_TYPE};q=0, */*`, LINES],
    [`${LINES};q=0`, null],
    ['text/html', null],
    ['', null],
  ])('by Accept: %s is %s', (accept, type) => {
    expect(preferredType(accept, [JSON_TYPE, LINES])).toBe(type);
  });

  it('is null where the only produced type is refused', () => {
    expect(preferredType('*/*, application/json;q=0.0', [JSON_TYPE])).toBeNull();
    expect(preferredType(LINES, [JSON_TYPE])).toBeNull();
  });
});
