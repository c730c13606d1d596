import { describe, expect, it, jest } from '@jest/globals';
import { isStorable } from '@service/contracts';
import { parseJsonBody, parseOptionalBody, requireStorable } from './json-body.js';

const parse = (text: string): unknown => parseJsonBody(Buffer.from(text));
const expectRefusal = (read: () => unknown, code: string, field?: string) => {
  const details = field === undefined ? {} : { extras: { details: [expect.objectContaining({ field })] } };
  expect(read).toThrow(expect.objectContaining({ code, ...details }));
};
const arrays = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);
const objects = (depth: number): string => `${'{"a":'.repeat(depth - 1)}{}${'}'.repeat(depth - 1)}`;

describe('a body', () => {
  it('is JSON in UTF-8', () => {
    expect(parse('{"name":"Zoë \\ud83d\\ude00 \\n","list":[1,null,true]}')).toEqual({
      name: 'Zoë 😀 \n',
      list: [1, null, true],
    });
    expect(parse('"text"')).toBe('text');
  });

  it.each(['', ' ', '{', '{"a":1}x', "{'a':1}", '{"a":NaN}', '[1,]', '\ufeff{}', '{"a":"\0"}', '{"a":"\n"}'])(
    '%j is malformed',
    (text) => expectRefusal(() => parse(text), 'request.malformed'),
  );

  it.each([
    ['a byte of Latin-1', [0x22, 0xe9, 0x22]],
    ['an encoded surrogate', [0x22, 0xed, 0xa0, 0x80, 0x22]],
    ['an overlong form', [0x22, 0xc0, 0x80, 0x22]],
    ['UTF-16', [...Buffer.from('{}', 'utf16le')]],
    ['half a character', [0x22, 0xf0, 0x9f, 0x98]],
  ])('with %s is malformed', (_, bytes) => {
    expectRefusal(() => parseJsonBody(Buffer.from(bytes)), 'request.malformed');
  });

  it.each<[string, Buffer | undefined, string]>([
    ['is missing', undefined, 'The request has no body: this path takes a JSON object.'],
    ['is empty', Buffer.alloc(0), 'The request has no body: this path takes a JSON object.'],
    ['is not UTF-8', Buffer.from([0x22, 0xe9, 0x22]), 'The body is not valid UTF-8.'],
    ['is too deep', Buffer.from(arrays(33)), 'The body is nested more than 32 levels deep.'],
    ['is something else', Buffer.from('{'), 'The body is not JSON.'],
  ])('that %s is refused with that reason', (_, raw, message) => {
    expect(() => parseJsonBody(raw)).toThrow(expect.objectContaining({ code: 'request.malformed', message }));
  });

  it.each([undefined, null, Buffer.alloc(0)])(
    'that is optional and missing (%j) is an empty object',
    (raw) => {
      expect(parseOptionalBody(raw)).toEqual({});
      expectRefusal(() => parseOptionalBody(Buffer.from(' ')), 'request.malformed');
    },
  );

  it.each([undefined, null, '{}', {}])('that was not read as bytes (%j) is malformed', (raw) => {
    expectRefusal(() => parseJsonBody(raw), 'request.malformed');
  });

  it.each([
    ['arrays', arrays],
    ['objects', objects],
  ])('may nest %s 32 levels deep, not 33', (_, nested) => {
    expect(parse(nested(32))).toEqual(JSON.parse(nested(32)));
    for (const depth of [33, 34, 10_000]) expectRefusal(() => parse(nested(depth)), 'request.malformed');
  });

  it('may hold any number of brackets that are not nested', () => {
    const text = `{"text":"${'['.repeat(100)}","list":[${Array.from({ length: 100 }, () => '{}').join()}]}`;
    expect(parse(text)).toEqual(JSON.parse(text));
    expectRefusal(() => parse(`{"list":[${'{},'.repeat(50)}${arrays(31)}]}`), 'request.malformed');
  });

  it('may hold 3,000 members and items in all, and more commas in its texts', () => {
    const items = `{"list":[${Array.from({ length: 2_999 }, () => '"a,[\\",\\\\"').join()}]}`;
    expect(parse(items)).toEqual(JSON.parse(items));
    const members = `{${Array.from({ length: 3_000 }, (_, n) => `"${n}":0`).join()}}`;
    expect(parse(members)).toEqual(JSON.parse(members));
  });

  it.each([
    ['members', `{${Array.from({ length: 3_001 }, (_, n) => `"${n}":0`).join()}}`],
    ['items', `{"list":[${'0,'.repeat(2_999)}0]}`],
    ['empty objects', `[${'{},'.repeat(1_500)}{}]`],
    ['members of one name', `{${'"a":0,'.repeat(3_000)}"a":0}`],
    ['members whose names nothing may have', `{${'"__proto__":0,'.repeat(3_000)}"a":0}`],
  ])('of more %s is refused before it is parsed', (_, text) => {
    const parsing = jest.spyOn(JSON, 'parse');
    expectRefusal(() => parse(text), 'request.invalid', '');
    expect(parsing).not.toHaveBeenCalled();
    parsing.mockRestore();
  });

  it.each([
    ['{"__proto__":{"admin":true}}', '__proto__'],
    ['{"a":[{"__proto__":1}]}', 'a[0].__proto__'],
    ['{"\\u005f_proto__":1}', '__proto__'],
    ['{"constructor":1}', 'constructor'],
    ['{"a":[{"construct\\u006fr":1}]}', 'a[0].constructor'],
  ])('%s is refused because of its prototype', (text, field) => {
    expectRefusal(() => parse(text), 'request.invalid', field);
    expect(({} as { admin?: boolean }).admin).toBeUndefined();
  });

  it('that begins with a byte order mark is refused with that reason', () => {
    const message = expect.stringContaining('byte order mark');
    expect(() => parse('\ufeff{}')).toThrow(expect.objectContaining({ code: 'request.malformed', message }));
  });

  it.each([
    ['{"a":1,"a":1}', 'a'],
    ['{"list":[{},{"a":"x:y","\\u0061":2}]}', 'list[1].a'],
  ])('%s is refused because of its repeated member', (text, field) => {
    expectRefusal(() => parse(text), 'request.invalid', field);
  });

  it('nested too deep is refused with that reason, even if it has repeated members', () => {
    expectRefusal(() => parse(`{"a":1,"a":${arrays(20_000)}}`), 'request.malformed');
  });

  it('may contain __proto__ in a text', () => {
    expect(parse('{"text":"__proto__"}')).toEqual({ text: '__proto__' });
  });

  it.each([
    ['NUL', '{"a":{"b":["x","\\u0000"]}}', 'a.b[1]'],
    ['a lone high surrogate', '{"a":"\\ud800"}', 'a'],
    ['a lone low surrogate', '{"a":"\\udc00\\ud800"}', 'a'],
    ['NUL alone', '"\\u0000"', ''],
  ])('with %s is refused, because it cannot be stored', (_, text, field) => {
    expectRefusal(() => parse(text), 'request.invalid', field);
  });
});

describe('text that can be stored', () => {
  it('has neither NUL nor lone surrogates', () => {
    expect(['', 'a', '😀', '\u0001', '\uffff'].map(isStorable)).toEqual([true, true, true, true, true]);
    expect(['\0', 'a\0', '\ud83d', '\ude00\ud83d'].map(isStorable)).toEqual([false, false, false, false]);
  });

  it('is checked in queries as in bodies', () => {
    expect(() => requireStorable({ a: 'b', c: ['d'] })).not.toThrow();
    expectRefusal(() => requireStorable({ a: ['b', 'c\0'] }), 'request.invalid', 'a[1]');
  });
});
