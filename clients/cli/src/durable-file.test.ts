import { readFile, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { temporaryFolder } from '@service/testing/fixtures';
import { readIfPresent, readOrCreateFile, replaceFile } from './durable-file.js';

let directory: string;
let file: string;

beforeEach(() => {
  directory = temporaryFolder();
  file = join(directory, 'file');
});

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
