import { expect, it } from '@jest/globals';
import { databaseOfFile } from '@service/testing/fixtures';
import { binaryArray } from './binary-array.js';

const database = databaseOfFile();

it.each([
  ['text', [], []],
  [
    'text',
    ['', 'NULL', '{"a",b}', 'a\n\u{1f4a5}é', Buffer.from('ü')],
    ['', 'NULL', '{"a",b}', 'a\n\u{1f4a5}é', 'ü'],
  ],
  [
    'bytea',
    [Buffer.from([0, 255, 34, 92]), Buffer.alloc(0)],
    [Buffer.from([0, 255, 34, 92]), Buffer.alloc(0)],
  ],
  ['json', ['{"a":"\\u0000"}', '[]'], [{ a: '\0' }, []]],
] as const)('an array of %s is read as it was given: %j', async (type, given, read) => {
  const { rows } = await database.pool.query<{ values: unknown[] }>(`SELECT $1::${type}[] AS values`, [
    binaryArray(type, given),
  ]);
  expect(rows[0]?.values).toEqual(read);
});
