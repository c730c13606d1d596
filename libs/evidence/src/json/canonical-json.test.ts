import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { canonicalJson, isCanonicalText } from './canonical-json.js';

describe('canonical JSON', () => {
  it('is what RFC 8785 section 3.2.3 shows', () => {
    const value = JSON.parse(String.raw`{
      "numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
      "string": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/",
      "literals": [null, true, false]
    }`) as unknown;
    expect(canonicalJson(value)).toBe(
      String.raw`{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],` +
        String.raw`"string":"€$\u000f\nA'B\"\\\\\"/"}`,
    );
  });

  it('sorts members by UTF-16 code units, as RFC 8785 section 3.2.3 shows', () => {
    const value = { '€': 5, '\r': 1, '\ufb33': 7, '1': 2, '😀': 6, '\u0080': 3, ö: 4 };
    expect(canonicalJson(value)).toBe('{"\\r":1,"1":2,"\u0080":3,"ö":4,"€":5,"😀":6,"\ufb33":7}');
  });

  it('sorts the members of nested objects, and keeps the order of lists', () => {
    expect(canonicalJson({ b: [{ d: 1, c: 2 }, 1], a: null })).toBe('{"a":null,"b":[{"c":2,"d":1},1]}');
  });

  it('knows one zero', () => {
    expect(canonicalJson(-0)).toBe('0');
  });

  it.each([
    ['not a number', Number.NaN],
    ['an infinite number', Number.NEGATIVE_INFINITY],
    ['nothing', undefined],
    ['a lone surrogate', { text: '\ud800' }],
    ['a lone surrogate in a name', { '\udc00': 1 }],
  ])('refuses %s', (_name, value) => {
    expect(() => canonicalJson(value)).toThrow();
  });
});

describe('whether a text is canonical', () => {
  it.each([
    '{"a":1,"b":[{"c":"é","d":null}]}',
    '{"b":1,"a":2}',
    '{"a":{"c":1,"b":2}}',
    '[{"b":1,"a":2}]',
    '{"a":1,"a":1}',
    '{"10":1,"9":2}',
    '{"9":1,"10":2}',
    '{"1":1,"a":2}',
    '{"__proto__":1}',
    '{"a":1.0}',
    '{"a":-0}',
    '{"a":1e21}',
    '{"a":"\\u0061"}',
    '{"a":"\\u001f\\n"}',
    '{"a": 1}',
    '{"\\r":1,"1":2}',
  ])('is what comparing it with the form says: %s', (text) => {
    const parsed = JSON.parse(text) as unknown;
    expect(isCanonicalText(text, parsed)).toBe(canonicalJson(parsed) === text);
  });

  it('is said of the form of every value, and of no other text of it', () => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: 'grapheme' }), (value) => {
        const [text, unordered] = [canonicalJson(value), JSON.stringify(value)];
        expect(isCanonicalText(text, JSON.parse(text))).toBe(true);
        expect(isCanonicalText(unordered, JSON.parse(unordered))).toBe(unordered === text);
      }),
    );
  });

  it('is refused for a lone surrogate', () => {
    const text = String.raw`{"a":"\ud800"}`;
    expect(() => isCanonicalText(text, JSON.parse(text))).toThrow();
  });
});
