import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { measureJson } from './json-structure.js';
import { interoperabilityFault } from './interoperable-json.js';

const unbounded = { depth: Infinity, values: Infinity };
const faultOf = (text: string) =>
  interoperabilityFault(text, JSON.parse(text), measureJson(text, unbounded).members);
const repeated = (text: string): string | null => faultOf(text)?.field ?? null;

describe('a repeated member', () => {
  it.each([
    ['{"a":1,"a":1}', 'a'],
    ['{"a":1,"b":2,"a":3}', 'a'],
    ['{"a":1,"\\u0061":2}', 'a'],
    ['{"\\u0061":1,"\\u0061":2}', 'a'],
    ['{"a\\"b":1,"a\\u0022b":2}', 'a"b'],
    ['{"a\\\\":1,"a\\\\":2}', 'a\\'],
    ['{"\\n":1,"\\u000A":2}', '\n'],
    ['{"é":1,"\\u00e9":2}', 'é'],
    ['{"😀":1,"\\ud83d\\ude00":2}', '😀'],
    ['{"":1,"":2}', ''],
    ['{ "a" : 1 ,\r\n\t"a" : 2 }', 'a'],
    ['{"a":{"b":1},"a":[]}', 'a'],
    ['{"a":{"b":1,"b":2}}', 'a.b'],
    ['{"a":[0,"x",{"b":1},[[],{"c":{},"c":{}}]]}', 'a[3][1].c'],
    ['[{"a":1},{"b":1,"b":1}]', '[1].b'],
    ['{"a":{"x":1},"b":{"x":1,"x":1}}', 'b.x'],
    ['{"a":"b","b":"a","a":"c"}', 'a'],
    ['{"1":1,"0":0,"1":1}', '1'],
    ['{"__proto__":1,"__proto__":2}', '__proto__'],
    ['{"constructor":1,"constructor":2}', 'constructor'],
    ['{"a":"::::","a":1}', 'a'],
  ])('is found in %s', (text, path) => expect(repeated(text)).toBe(path));

  it.each([
    '{}',
    '[]',
    '""',
    '7',
    '{"a":1,"A":1}',
    '{"a":1,"b":{"a":1,"b":{"a":1}}}',
    '[{"a":1},{"a":1}]',
    '{"a":"a","b":"a"}',
    '{"a":["a","a"]}',
    '{"a":"\\",\\"a\\":","b":":"}',
    '{"a":"{\\"a\\":1,\\"a\\":1}"}',
    '{"a":"\\\\","b":"https://a.example:1"}',
    '{"a:":1,"a::":1}',
    '{"e\\u0301":1,"é":1}',
    '{"__proto__":1,"constructor":1}',
  ])('is not found in %s', (text) => expect(repeated(text)).toBeNull());

  // Integers beyond 2^53 are a fault of their own.
  const value = fc.jsonValue().filter((each) => !/\d{16}|\de/.test(JSON.stringify(each)));

  it('is found exactly if there is one, in any context', () => {
    fc.assert(
      fc.property(fc.array(value), fc.string(), fc.nat(3), (before, name, indent) => {
        const key = JSON.stringify(name);
        const text = JSON.stringify(before, null, indent);
        const list = text.endsWith('[]') ? '[' : `${text.slice(0, -1)},`;
        expect(repeated(text)).toBeNull();
        expect(repeated(`${list}{${key}:":","x${key.slice(1)}:1}]`)).toBeNull();
        expect(repeated(`${list}{${key}:":",${key}:2}]`)).toBe(`[${before.length}].${name}`);
      }),
    );
  });
});

describe('a number that another parser reads differently', () => {
  it.each([
    ['{"a":9007199254740993}', 'a'],
    ['{"a":9007199254740992}', 'a'],
    ['[0,{"a":[1,-9007199254740993]}]', '[1].a[1]'],
    ['{"a":1e20}', 'a'],
    ['{"a":1e21}', 'a'],
    ['{"a":333333333.33333329}', 'a'],
    ['{"a":0.1000000000000000055511151231257827}', 'a'],
    ['{"a":1e-400}', 'a'],
    ['{"a":1E400}', 'a'],
    ['{"a":"1e400","b":1e400}', 'b'],
    ['1e400', ''],
  ])('is found in %s', (text, field) => expect(faultOf(text)?.field).toBe(field));

  it.each([
    '{"a":9007199254740991}',
    '{"a":-0.0,"b":1.50,"c":1E2,"d":12e-1}',
    '{"a":333333333.3333333,"b":0.1,"c":5e-324}',
    '{"a":"9007199254740993","9007199254740993":1}',
  ])('is not found in %s', (text) => expect(faultOf(text)).toBeNull());
});
