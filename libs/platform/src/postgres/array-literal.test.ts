import { describe, expect, it } from '@jest/globals';
import { databaseOfFile } from '@service/testing/fixtures';
import { arrayLiteral } from './array-literal.js';

const database = databaseOfFile();

async function readBack(type: string, values: readonly (string | number | boolean | null)[]) {
  const { rows } = await database.pool.query<{ values: unknown[] }>(`SELECT $1::${type}[] AS values`, [
    arrayLiteral(values),
  ]);
  return rows[0]?.values;
}

describe('an array literal', () => {
  it.each([
    ['ids', 'text', ['rec_01KB', 'evt_2']],
    ['no elements', 'text', []],
    [
      'texts that mean something in a literal',
      'text',
      ['', 'NULL', 'null', null, '{}', 'a,b', ' a ', '"\\"', '\\'],
    ],
    ['texts beyond ASCII', 'text', ['é', '\u{1f600}', '\u007f', '\u2028']],
    ['texts of several lines', 'text', ['a\nb', 'rec_1\n', '\té\u{1f4a5}']],
    [
      'a control character beside quotes and nulls',
      'text',
      ['\u0001', 'NULL', null, '"\\"', '\\', '', '{,}'],
    ],
    ['texts like escapes', 'text', ['\\n', '\\u0007', '{"a":"b\\n\\u0007"}', '\\"']],
    ['numbers', 'float8', [0, -1, 1.5, 1e21, 1e-7, null]],
    ['truth values', 'boolean', [true, false, null]],
  ])('is read as it was given: %s', async (_, type, values) => {
    expect(await readBack(type, values)).toEqual(values);
  });
});
