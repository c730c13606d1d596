import { mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { readIfPresent, readOrCreateFile, replaceFile } from './durable-file.js';

let directory: string;
let file: string;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'durable-file-'));
  file = join(directory, 'file');
});
afterEach(() => rm(directory, { recursive: true }));

describe('a durable file', () => {
  it('is absent until it is written', async () => {
    expect(await readIfPresent(file)).toBeNull();
  });

  it('replaces another, readable only by its owner', async () => {
    await writeFile(file, 'old', { mode: 0o644 });
    await replaceFile(file, 'new');
    expect(await readFile(file, 'utf8')).toBe('new');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await readdir(directory)).toEqual(['file']);
  });

  it('is the same for concurrent creators', async () => {
    const contents = await Promise.all(
      Array.from({ length: 20 }, (_, index) => readOrCreateFile(file, () => `${index}`)),
    );
    expect(new Set(contents.map(String)).size).toBe(1);
    expect(await readdir(directory)).toEqual(['file']);
  });
});
