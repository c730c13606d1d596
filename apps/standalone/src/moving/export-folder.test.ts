import { randomBytes } from 'node:crypto';
import { appendFile, readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { formatCheckpoint, formatNote } from '@service/evidence';
import { DecryptionError, SealingKey, SealingKeys } from '@service/platform/sealing-keys';
import { createDirectory } from '@service/platform/data-directory';
import { temporaryFolder } from '@service/testing/fixtures';
import { readChunk, requireWhole, writeChunk } from './chunks.js';
import { readManifest, requireRelease, writeManifest, type Manifest } from './manifest.js';
import { Progress } from './progress.js';
import { requireCovered } from './require-newest.js';

const newKeys = () =>
  new SealingKeys([SealingKey.parse(randomBytes(32).toString('base64')) as SealingKey], 'The file');
const keys = newKeys();
const identity = { id: 'req_1', environment: 'development', state: 'a' };
const manifest: Manifest = {
  format: 1,
  id: 'req_1',
  release: '1.0.0',
  environment: 'development',
  state: 'a',
  migrations: {},
  created_at: '2030-01-01T00:00:00.000Z',
  log_origin: null,
  log_size: 0,
  next_transaction: '700',
  sequences: {},
  keys: {},
  tables: [],
  chunks: [],
};

let folder: string;
let place: Parameters<typeof writeChunk>[0];
beforeEach(() => {
  folder = join(temporaryFolder(), 'development');
  place = { folder, exportId: 'req_1', keys };
});

const chunkOf = (file: string, ...rows: unknown[]) =>
  writeChunk(
    place,
    { file, table: 'a.b' },
    rows.map((row) => JSON.stringify(row)),
  );

describe('a chunk', () => {
  it('holds rows that nobody reads without the key, and is no other chunk', async () => {
    await Progress.open(folder, identity, keys);
    const rows = [
      ['1', null, 'a\nb'],
      ['2', '\u2028', ''],
    ];
    const chunk = await chunkOf('a.b.000001', ...rows);
    expect(chunk.rows).toBe(2);
    expect(await readChunk(place, chunk)).toEqual(rows);
    await requireWhole(place, chunk);
    await expect(readChunk({ ...place, keys: newKeys() }, chunk)).rejects.toThrow(
      'The file lacks the sealing key',
    );
    await expect(readChunk({ ...place, exportId: 'req_2' }, chunk)).rejects.toThrow('was changed');
    await expect(readChunk(place, { ...chunk, file: 'a.b.000002' })).rejects.toThrow('cannot be read');
    await appendFile(join(folder, chunk.file), 'x');
    await expect(readChunk(place, chunk)).rejects.toThrow('has another SHA-256');
    await expect(requireWhole(place, chunk)).rejects.toThrow('has another SHA-256');
  });
});

describe('a manifest', () => {
  it('is read as it was written, and refused where it was not', async () => {
    await Progress.open(folder, identity, keys);
    await expect(readManifest(folder, keys)).rejects.toThrow('holds no finished export');
    await writeManifest(folder, manifest, keys);
    expect(await readManifest(folder, keys)).toEqual(manifest);
    const path = join(folder, 'manifest.json');
    const text = await readFile(path, 'utf8');
    await writeFile(path, text.replace('"format": 1', '"format": 2'));
    await expect(readManifest(folder, keys)).rejects.toThrow('has the format 2, and this release reads 1.');
    await writeFile(path, text.replace('"700"', '"1"'));
    await expect(readManifest(folder, keys)).rejects.toThrow('was changed after the export');
    await writeFile(path, text.replace('"seal"', '"other"'));
    await expect(readManifest(folder, keys)).rejects.toThrow('was changed after the export');
    for (const seal of ['null', '5', '{}', '{"sealing_key_id":5,"sealed":6}']) {
      await writeFile(path, text.replace(/"seal": \{[^}]*\}/, `"seal": ${seal}`));
      await expect(readManifest(folder, keys)).rejects.toThrow(
        /was changed after the export|lacks the sealing key/,
      );
    }
    await writeFile(path, '{');
    await expect(readManifest(folder, keys)).rejects.toThrow('is no JSON');
  });
});

describe('the migrations of an export', () => {
  it('are those of the release that makes or imports it', () => {
    const there = { a: ['one1'] };
    requireRelease(there, { a: ['one1'] }, 'advice');
    for (const here of [{ a: ['one1', 'two2'] }, { a: [] }, { a: ['one1'], b: ['one1'] }, {}])
      expect(() => requireRelease(there, here, 'advice')).toThrow(
        /^The tables of . are of another release than this one, .*: advice\.$/,
      );
  });
});

describe('an export', () => {
  const note = (origin: string, size: number) =>
    formatNote({
      text: formatCheckpoint({ origin, size, root: Buffer.alloc(32) }),
      signatures: [{ name: 'log', keyHash: 0, signature: Buffer.alloc(64) }],
    });
  const own = { log_origin: 'log.example/development/recovered-1', log_size: 7 };

  it('is imported where the checkpoints outside of the database end with it', () => {
    requireCovered(own, []);
    requireCovered(own, [
      note('log.example/development', 9),
      note(own.log_origin, 6),
      note(own.log_origin, 7),
    ]);
    requireCovered({ log_origin: null, log_size: 0 }, []);
  });

  it.each([
    [own, own.log_origin, 8],
    [own, 'log.example/development/recovered-2', 1],
    [{ log_origin: null, log_size: 0 }, 'log.example/development', 1],
  ])('is older than the log where one covers more', (exported, origin, size) => {
    expect(() => requireCovered(exported, [note(own.log_origin, 0), note(origin, size)])).toThrow(
      /^The export is not the newest state of the environment: .* Import a newer export\.$/,
    );
  });
});

describe('the progress of an export', () => {
  it.each(['{"file":"a.b.0000', '\0\0\0', '\0\0\0\n'])(
    'goes on after the last whole line, before %j',
    async (cut) => {
      await createDirectory(folder);
      await writeFile(join(folder, 'unfinished.ndjson.1.tmp'), 'x');
      const begun = await Progress.open(folder, identity, keys);
      const [first, second] = [await chunkOf('a.b.000001', ['1']), await chunkOf('a.b.000002', ['2'])];
      await begun.add(first);
      await appendFile(join(folder, 'unfinished.ndjson'), cut);
      const again = await Progress.open(folder, { ...identity, id: 'req_2' }, keys);
      expect([again.id, again.chunks]).toEqual(['req_1', [first]]);
      await again.add(second);
      expect((await Progress.open(folder, identity, keys)).of('a.b')).toEqual([first, second]);
    },
  );

  it('is refused where a line was changed, moved, or comes from another export', async () => {
    const path = join(folder, 'unfinished.ndjson');
    const begun = await Progress.open(folder, identity, keys);
    for (const file of ['a.b.000001', 'a.b.000002']) await begun.add(await chunkOf(file, ['1']));
    const [first, second, third] = (await readFile(path, 'utf8')).split('\n');
    const otherFolder = temporaryFolder();
    const other = await Progress.open(otherFolder, { ...identity, id: 'req_2' }, keys);
    await other.add(await chunkOf('a.b.000001', ['1']));
    const [, foreign] = (await readFile(join(otherFolder, 'unfinished.ndjson'), 'utf8')).split('\n');
    const plain = JSON.stringify({
      file: 'a.b.000001',
      table: 'a.b',
      rows: 1,
      sha256: '',
      sealing_key_id: '',
    });
    for (const lines of [
      [first, third],
      [first, foreign],
      [first, second, second],
      [second],
      [first, plain],
    ]) {
      await writeFile(path, `${lines.join('\n')}\n`);
      await expect(Progress.open(folder, identity, keys)).rejects.toBeInstanceOf(DecryptionError);
    }
  });

  it('is refused where the database has changed, or the folder holds something else', async () => {
    await Progress.open(folder, identity, keys);
    await expect(Progress.open(folder, { ...identity, state: 'b' }, keys)).rejects.toThrow(
      'has changed since',
    );
    const other = temporaryFolder();
    await writeFile(join(other, 'mine.tmp'), '');
    await expect(Progress.open(other, identity, keys)).rejects.toThrow('is not empty');
    expect(await readdir(other)).toEqual(['mine.tmp']);
    await writeManifest(folder, manifest, keys);
    await expect(Progress.open(folder, identity, keys)).rejects.toThrow('holds a finished export already');
  });
});
