import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, jest } from '@jest/globals';
import { temporaryFolder } from '@service/testing/fixtures';
import { openRows } from './read-rows.js';

const folder = temporaryFolder();
const TOO_LONG = /^it has over 1,000,000 bytes\.$/;

async function rows(name: string, content: string | Buffer): Promise<unknown[]> {
  await writeFile(join(folder, name), content);
  const source = await openRows(join(folder, name), undefined);
  const read: unknown[] = [];
  for await (const { line, value, fault } of source.rows) read.push([line, fault ?? value]);
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

  it('keeps a column whatever its name is, so that the service can refuse it', async () => {
    const [[, value] = []] = (await rows('odd.csv', 'origin,__proto__,metadata.__proto__\no,x,y\n')) as [
      number,
      unknown,
    ][];
    expect(JSON.stringify(value)).toBe('{"origin":"o","__proto__":"x","metadata":{"__proto__":"y"}}');
  });

  it.each<[string, string | Buffer]>([
    ['semicolons, as spreadsheets write them in much of Europe', 'origin;content\nü,1;"a;b"\n'],
    ['tabs', 'origin\tcontent\nü,1\ta;b\n'],
    ['a byte order mark', '\ufefforigin,content\n"ü,1",a;b\n'],
    ['UTF-16', Buffer.from('\ufefforigin;content\nü,1;"a;b"\n', 'utf16le')],
    ['UTF-16 without its mark', Buffer.from('origin;content\nü,1;"a;b"\n', 'utf16le')],
    ['UTF-16 of the other order', Buffer.from('\ufefforigin;content\nü,1;"a;b"\n', 'utf16le').swap16()],
  ])('is read with %s', async (_, table) => {
    expect(await rows('other.csv', table)).toEqual([[2, { origin: 'ü,1', content: 'a;b' }]]);
  });

  it('reads letters that are split between two chunks', async () => {
    const name = 'ü'.repeat(100_001);
    expect(await rows('long.csv', `origin,external_id\n${name},a`)).toEqual([
      [2, { origin: name, external_id: 'a' }],
    ]);
  });

  it.each<[string, string | Buffer, RegExp]>([
    ['too few cells', '1', /^it has 1 cells, but the first line has 2\.$/],
    ['text behind a quote', '"1\n2" x,3', /^it has text behind a closing quote\.$/],
    ['a lone carriage return', '1\r2,3', /^it has a carriage return that does not end it\.$/],
    ['a byte that is no UTF-8', Buffer.from('caf\u00e9,1', 'latin1'), /no UTF-8/],
    ['over 1,000,000 characters', `${'x'.repeat(1_100_000)},1`, TOO_LONG],
    ['over 1,000,000 bytes', `${'ü'.repeat(500_000)},1`, TOO_LONG],
    ['over 1,000,000 bytes when it is sent', `${'\u0001'.repeat(200_000)},1`, TOO_LONG],
  ])('refuses a line with %s, and no other', async (_, line, fault) => {
    const table = Buffer.concat([Buffer.from('a,b\n1,2\n'), Buffer.from(line), Buffer.from('\n3,4\n')]);
    const [first, bad, last] = (await rows('bad.csv', table)) as [number, unknown][];
    expect([first?.[1], last?.[1]]).toEqual([
      { a: '1', b: '2' },
      { a: '3', b: '4' },
    ]);
    expect(bad).toEqual([3, expect.stringMatching(fault)]);
  });

  it('says that a quote swallows the rest', async () => {
    const fault = 'its quote does not end: nothing behind it was read.';
    expect(await rows('open.csv', 'a\n1\n"open\n2\n')).toEqual([
      [2, { a: '1' }],
      [3, fault],
    ]);
  });

  it.each([
    ['a,a\n1,2\n', /names a column twice/],
    ['a\r1\r', /^Line 1 cannot be read: it has a carriage return that does not end it\.$/],
    ['metadata,metadata.team\n{},red\n', /^The first line has both the column metadata and a column/],
  ])('is refused as a whole as %j', async (table, sentence) => {
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

  it.each(['[]', '{"a":1,"a":2}', '{"a":9007199254740993}', '{"a":"\\ud800"}', '{', '['.repeat(10_000)])(
    'are refused alone, as %j',
    async (text) => {
      const read = await rows('bad.ndjson', `{"a":1}\n${text}\n{"a":2}\n`);
      expect(read).toEqual([
        [1, { a: 1 }],
        [2, expect.any(String)],
        [3, { a: 2 }],
      ]);
    },
  );

  it.each([
    ['blank', ' '.repeat(100_000_000)],
    ['of two bytes a character', `{"a":"${'ü'.repeat(500_000)}"}`],
  ])('are refused alone where one is very long, in time that grows with its length: %s', async (_, text) => {
    expect(await rows('long.ndjson', `{"a":1}\n${text}\n{"a":2}`)).toEqual([
      [1, { a: 1 }],
      [2, expect.stringMatching(TOO_LONG)],
      [3, { a: 2 }],
    ]);
  });
});

it('the files of a folder are named by their paths and hashed', async () => {
  const at = join(folder, 'files');
  await mkdir(join(at, 'deep'), { recursive: true });
  await writeFile(join(at, 'deep', 'a.txt'), 'abc');
  await writeFile(join(at, 'b.txt'), '');
  const read: unknown[] = [];
  for await (const { value } of (await openRows(at, undefined)).rows) read.push(value);
  const abc = 'sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';
  expect(read).toEqual([
    expect.objectContaining({ external_id: 'b.txt', origin: 'b.txt' }),
    { external_id: 'deep/a.txt', origin: 'deep/a.txt', content_digest: abc },
  ]);
});

it('a folder is read but for a file that cannot be, with names in NFC and without links', async () => {
  const at = join(folder, 'mixed');
  await mkdir(at);
  for (const name of ['a', 'gone', 'u\u0308']) await writeFile(join(at, name), '');
  await symlink('a', join(at, 'link'));
  const write = jest.spyOn(process.stderr, 'write').mockReturnValue(true);
  const source = await openRows(at, undefined);
  expect(write.mock.calls).toEqual([['Left out, as symbolic links or no regular files: 1\n']]);
  write.mockRestore();
  await rm(join(at, 'gone'));
  const read: unknown[] = [];
  for await (const { line, value, fault } of source.rows) read.push([line, value['external_id'], fault]);
  expect(read).toEqual([
    [1, 'a', undefined],
    [2, 'gone', expect.stringMatching(/gone is not there\.$/)],
    [3, '\u00fc', undefined],
  ]);
});

it('a file of an unknown form is refused', async () => {
  await expect(openRows('records.txt', undefined)).rejects.toThrow(/^--format must be/);
});
