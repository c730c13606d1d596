import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openRows } from './read-rows.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rows-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function rows(name: string, content: string): Promise<unknown[]> {
  await writeFile(join(folder, name), content);
  const source = await openRows(join(folder, name), undefined);
  const read: unknown[] = [];
  for await (const { line, value } of source.rows) read.push([line, value]);
  expect(source.read()).toBe(source.size);
  return read;
}

describe('a table in CSV', () => {
  it('is read with quotes, line breaks in cells, and empty cells', async () => {
    const table = 'external_id,origin,content,metadata.team\r\na,"o","x, ""y""\r\nz","red"\r\n\r\nb,o,,\n';
    expect(await rows('good.csv', table)).toEqual([
      [2, { external_id: 'a', origin: 'o', content: 'x, "y"\r\nz', metadata: { team: 'red' } }],
      [5, { external_id: 'b', origin: 'o' }],
    ]);
  });

  it('reads letters that are split between two chunks', async () => {
    const name = 'ü'.repeat(100_001);
    expect(await rows('long.csv', `origin,external_id\n${name},a`)).toEqual([
      [2, { origin: name, external_id: 'a' }],
    ]);
  });

  it.each([
    ['a,b\n1\n', /^Line 2 has 1 cells, but the first line has 2\.$/],
    ['a,a\n1,2\n', /names a column twice/],
    ['a\n"open\n', /^The quote of line 2 does not end\.$/],
    ['a,b\n"1",2\n"x" y,3\n', /^Line 3 has text behind a closing quote\.$/],
    ['a,b\n"1\n2"3,4\n', /^Line 3 has text behind a closing quote\.$/],
    ['a\n1\r2\n', /^Line 2 has a carriage return that does not end it\.$/],
    ['a\r1\r', /^Line 1 has a carriage return that does not end it\.$/],
    ['a\n"1"\r', /^Line 2 has a carriage return that does not end it\.$/],
    [
      'metadata,metadata.team\n{},red\n',
      /^The first line has both the column metadata and a column for one of its members\.$/,
    ],
  ])('is refused as %j', async (table, sentence) => {
    await expect(rows('bad.csv', table)).rejects.toThrow(sentence);
  });
});

describe('lines of JSON', () => {
  it('are read one by one, blank ones aside', async () => {
    expect(await rows('good.ndjson', '{"a":1}\n\n{"b":"\u2028"}')).toEqual([
      [1, { a: 1 }],
      [3, { b: '\u2028' }],
    ]);
  });

  it('are refused where one is no object', async () => {
    await expect(rows('bad.ndjson', '{}\n[]\n')).rejects.toThrow(/^Line 2 is not a JSON object\.$/);
  });
});

it('a file of an unknown form is refused', async () => {
  await expect(openRows('records.txt', undefined)).rejects.toThrow(/^--format must be/);
});
