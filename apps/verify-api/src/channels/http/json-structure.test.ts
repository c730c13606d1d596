import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { endOfString, measureJson, type JsonStructure } from './json-structure.js';

const UNBOUNDED = { depth: Infinity, values: Infinity };

/** The same from the parsed value. */
function structureOf(value: unknown): JsonStructure {
  if (typeof value !== 'object' || value === null) return { depth: 0, values: 0, members: 0 };
  const inner = Object.values(value).map(structureOf);
  const sum = (member: 'values' | 'members') => inner.reduce((total, each) => total + each[member], 0);
  const own = inner.length;
  return {
    depth: 1 + Math.max(0, ...inner.map(({ depth }) => depth)),
    values: Math.max(own, 1) + sum('values'),
    members: (Array.isArray(value) ? 0 : own) + sum('members'),
  };
}

describe('the structure of a JSON text', () => {
  it('is that of its value, whatever its texts hold', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.nat(3), (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        expect(measureJson(text, UNBOUNDED)).toEqual(structureOf(JSON.parse(text)));
      }),
    );
  });

  it.each([
    ['[[[[]]]]', { depth: 2, values: 9 }, { depth: 3 }],
    ['[0,0,0,0,0]', { depth: 2, values: 3 }, { values: 4 }],
  ])('of %s is only measured until it exceeds a bound', (text, most, measured) => {
    expect(measureJson(text, most)).toMatchObject(measured);
  });

  it.each(['"', '["a', '"\\', '{"a\\":1'])('of %s, which is not JSON, is measured all the same', (text) => {
    expect(measureJson(text, UNBOUNDED).values).toBeLessThan(2);
  });
});

describe('a string', () => {
  it.each([
    ['"a"', 2],
    ['"a\\""', 4],
    ['"a\\\\"', 4],
    ['"a\\\\\\""', 6],
    ['"a', 2],
    ['"\\"', 3],
  ])('%s ends at %i', (text, end) => expect(endOfString(text, 0)).toBe(end));
});
