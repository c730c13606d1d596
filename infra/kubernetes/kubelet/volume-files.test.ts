import { readdir, readFile, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { temporaryFolder } from '@service/testing/fixtures';
import { writeVolumeFiles } from './volume-files.ts';

const group = process.getgid?.() ?? 0;
const files = (content: string) => new Map([['key', Buffer.from(content)]]);

let directory: string;
beforeEach(() => {
  directory = temporaryFolder();
});

describe('the files of a volume', () => {
  it('follow a change all at once, and leave nothing of the old ones', async () => {
    expect(await writeVolumeFiles(directory, files('old'), group)).toBe(true);
    const former = await readlink(join(directory, '..data'));
    expect(await writeVolumeFiles(directory, files('new'), group)).toBe(true);
    expect(await readFile(join(directory, 'key'), 'utf8')).toBe('new');
    expect(await readlink(join(directory, 'key'))).toBe('..data/key');
    expect(await readdir(directory)).not.toContain(former);
  });

  it('stay as they are where nothing changed', async () => {
    await writeVolumeFiles(directory, files('same'), group);
    const before = await readlink(join(directory, '..data'));
    expect(await writeVolumeFiles(directory, files('same'), group)).toBe(false);
    expect(await readlink(join(directory, '..data'))).toBe(before);
  });
});
