import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { measureJson } from './json-structure.js';
import { repeatedMember } from './repeated-member.js';

const unbounded = { depth: Infinity, values: Infinity };
const repeated = (text: string): string | null =>
  repeatedMember(text, JSON.parse(text), measureJson(text, unbounded).members);

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

  it('is found exactly if there is one, in any context', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue()), fc.string(), fc.nat(3), (before, name, indent) => {
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
