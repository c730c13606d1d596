import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { APPENDIX_B } from '../testing/json-vectors.js';
import { vectorFiles, vectorText } from '../testing/vectors.js';
import { canonicalJson } from './canonical-json.js';
import { parseStrictJson } from './strict-json.js';

function codeOf(text: string): string {
  try {
    parseStrictJson(text);
    return 'accepted';
  } catch (error) {
    return (error as { code: string }).code;
  }
}

function parses(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

describe('strict JSON', () => {
  // docs/vectors/json.json has more.
  it.each([
    ['{"a":1,"\\u0061":2}', 'json.duplicate_member'],
    ['"\ud800"', 'json.lone_surrogate'],
    ['1e400', 'json.number'],
    ['['.repeat(100_000), 'json.too_deep'],
    ['[1,]', 'json.syntax'],
  ])('refuses %j as %s', (text, code) => {
    expect(codeOf(text)).toBe(code);
  });

  it.each([
    '0',
    '-0',
    '1.50',
    '1e2',
    '100e-2',
    '0.1',
    '5e-324',
    '1.25e-10',
    '9007199254740991',
    '-9007199254740991',
    '0e999',
    '"\\ud83d\\ude00"',
    '"\ud83d\ude00\\n\\/"',
    ' [ ] ',
    '\n{"a" : [ true , false , null ] }\r\t',
    '{"__proto__":{"a":1},"constructor":2}',
    '{"a":{"a":1},"b":[{"a":1}]}',
    `${'['.repeat(64)}${']'.repeat(64)}`,
  ])('says of %j what JSON.parse says', (text) => {
    const value = parseStrictJson(text);
    expect(value).toEqual(JSON.parse(text));
    expect(JSON.stringify(value)).toBe(JSON.stringify(JSON.parse(text)));
  });

  it('says where the fault is', () => {
    expect(() => parseStrictJson('{"a":1, "a":2}')).toThrow(expect.objectContaining({ at: 8 }));
    expect(() => parseStrictJson('[1, 2, x]')).toThrow(expect.objectContaining({ at: 7 }));
  });

  it('leaves the prototype of what it reads alone', () => {
    const value = parseStrictJson('{"__proto__":{"admin":true}}') as object;
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect('admin' in value).toBe(false);
  });

  it('reads back what was written', () => {
    const value = fc.jsonValue({ maxDepth: 4, noUnicodeString: false });
    fc.assert(
      fc.property(value, fc.constantFrom(0, 2), (written, indent) => {
        const text = JSON.stringify(written, null, indent);
        const code = codeOf(text);
        // A double beyond 2^53 is written as a whole number.
        if (code === 'json.number') return;
        expect(JSON.stringify(parseStrictJson(text))).toBe(JSON.stringify(JSON.parse(text)));
      }),
      { numRuns: 100 },
    );
  });

  it('takes nothing that JSON.parse does not take', () => {
    const piece = fc.constantFrom(
      ...Array.from('{}[]:,"\\/ \n\u0000tfn0123eE+-.aux'),
      'true',
      'null',
      '"a"',
      '\\u00',
      '1e5',
      '{"a":',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const text = pieces.join('');
        const code = codeOf(text);
        if (code === 'accepted') expect(parseStrictJson(text)).toEqual(JSON.parse(text));
        expect(code === 'json.syntax').toBe(
          !parses(text) && code !== 'json.duplicate_member' && code !== 'json.number',
        );
      }),
      { numRuns: 1000 },
    );
  });
});

describe('the vectors of json-canonicalization', () => {
  it.each(vectorFiles('jcs/input/'))('%s', (file) => {
    const input = vectorText(`jcs/input/${file}`);
    const canonical = canonicalJson(JSON.parse(input));
    expect(canonical).toBe(vectorText(`jcs/output/${file}`));
    const hex = vectorText(`jcs/outhex/${file.replace('.json', '.txt')}`).replaceAll(/\s/g, '');
    expect(Buffer.from(canonical).toString('hex')).toBe(hex);
    // Its numbers are beyond what doubles hold as written.
    if (file !== 'values.json') expect(canonicalJson(parseStrictJson(input))).toBe(canonical);
    else expect(codeOf(input)).toBe('json.number');
  });
});

describe('the numbers of RFC 8785, appendix B', () => {
  it.each(APPENDIX_B)('%s: %s', (bits, text) => {
    expect(canonicalJson(Buffer.from(bits, 'hex').readDoubleBE())).toBe(text);
  });
});
