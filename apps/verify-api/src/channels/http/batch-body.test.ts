import { describe, expect, it } from '@jest/globals';
import { ServiceError } from '@service/contracts';
import { InvalidItem } from '../../interface/inputs/invalid-item.js';
import { parseBatchBody } from './batch-body.js';

const parse = (text: string) => parseBatchBody(Buffer.from(text), 'records') as { records: unknown[] };
const nested = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);

describe('the items of a batch', () => {
  it.each([
    ['a lone surrogate', '{"a":{"b":"\\ud800"}}', 'a.b'],
    ['NUL', '{"a":["\\u0000"]}', 'a[0]'],
    ['a name of the prototype', '{"__proto__":{"b":1}}', '__proto__'],
    ['a member given twice', '{"a":1,"\\u0061":2}', 'a'],
    ['an integer that is no double', '{"a":9007199254740993}', 'a'],
    ['a fraction that is no shortest double', '{"a":333333333.33333329}', 'a'],
    ['31 levels', nested(31), ''],
    ['300,000 levels', nested(300_000), ''],
    ['over 100 members', `{"a":[${'0,'.repeat(100)}0]}`, ''],
  ])('are judged alone: %s', (_, item, field) => {
    const { records } = parse(`{ "records" : [ {"a":"],{\\"x"} , ${item}\n,7,[]] }`);
    expect([records[0], records[2], records[3]]).toEqual([{ a: '],{"x' }, 7, []]);
    const { text, error } = records[1] as InvalidItem;
    expect([text, error.code]).toEqual(['null', 'request.malformed']);
    expect(error.extras.details).toMatchObject([{ field }]);
  });

  it.each([
    ['many lists after a long name', `{"${'a'.repeat(2 ** 18)}":${'[]'.repeat(2 ** 17)}}`],
    ['many names', `{${'"\\x":1,'.repeat(2 ** 17)}"a":1}`],
  ])('are found in one pass, whatever the body holds: %s', (_, text) => {
    expect(() => parse(text)).toThrow(ServiceError);
  });

  it.each([
    '{"records":[1,,2]}',
    '{"records":[1,]}',
    '{"records":[{"a":1]}',
    '{"records":[1}]',
    `{"records":[${nested(40)}}]}`,
    '{"records":["\\ud800" 1]}',
    '{"records":[1]} x',
    '{"records":[',
    '{"records":["a]}',
  ])('must be JSON, as the whole body: %j', (text) => {
    expect(() => parse(text)).toThrow(expect.objectContaining({ code: 'request.malformed' }));
  });

  it.each([
    ['{"records":[1],"records":[2]}', 'records'],
    ['{"records":[],"r\\u0065cords":[1]}', 'records'],
    ['{"records":[1],"more":"\\u0000"}', 'more'],
    ['{"more":["\\u0000"],"records":[1]}', 'more[0]'],
    [`{"records":[${'1,'.repeat(400_000)}1]}`, ''],
  ])('change nothing for the rest of the body: %#', (text, field) => {
    const details = [expect.objectContaining({ field })];
    const refused = expect.objectContaining({ code: 'request.invalid', extras: { details } });
    expect(() => parse(text)).toThrow(refused);
  });

  it.each([
    '{}',
    '{"records":[]}',
    '{"records":{"records":[1]}}',
    '[["records",[1]]]',
    '["records",[1]]',
    '7',
  ])('may be missing: %s', (text) => expect(parse(text)).toEqual(JSON.parse(text)));
});
