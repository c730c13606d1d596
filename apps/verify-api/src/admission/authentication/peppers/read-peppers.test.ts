import { chmod, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { StartError } from '@service/platform/errors';
import { temporaryFolder } from '@service/testing/fixtures';
import { Pepper } from './pepper.js';
import { readPeppers } from './read-peppers.js';

let dataDirectory: string;
let own: string;

beforeEach(() => {
  dataDirectory = temporaryFolder();
  own = join(dataDirectory, 'production', 'pepper');
});

const read = (hasCredentials = false, pepperFile?: string) =>
  readPeppers({ dataDirectory, environment: 'production', pepperFile }, async () => hasCredentials);

async function write(content: string): Promise<void> {
  await mkdir(join(dataDirectory, 'production'), { recursive: true });
  await writeFile(own, content);
}

describe('the peppers of an environment', () => {
  it('start with a generated one, readable by the owner only, which stays', async () => {
    const made = await read();
    expect((await readFile(own, 'utf8')).trim()).toMatch(/^[\w-]{43}$/);
    expect((await stat(own)).mode & 0o777).toBe(0o600);
    expect((await read(true)).ids).toEqual(made.ids);
  });

  it('are never generated where credentials exist', async () => {
    await expect(read(true)).rejects.toThrow(StartError);
    await expect(read(true)).rejects.toThrow(
      `The pepper file ${own} is missing, but the database of production has credentials`,
    );
    await expect(readFile(own)).rejects.toThrow('ENOENT');
  });

  it('are never generated with MAKE_MISSING=off', async () => {
    const settings = {
      dataDirectory,
      environment: 'production',
      pepperFile: undefined,
      makeMissing: false,
    } as const;
    await expect(readPeppers(settings, async () => false)).rejects.toThrow(
      'PEPPER_FILE must give a file with the peppers; with MAKE_MISSING=off the service makes none.',
    );
    await expect(readFile(own)).rejects.toThrow('ENOENT');
  });

  it('are the lines of the file, newest first, without blank lines', async () => {
    await write('\nnew \r\n\n old\n');
    expect((await read()).ids).toEqual(['new', 'old'].map((secret) => new Pepper(secret).id));
  });

  it.each(['', '\n \r\n'])('are missing from the file %j', async (content) => {
    await write(content);
    await expect(read()).rejects.toThrow(`${own} holds no pepper.`);
  });

  it('are read from the file that the settings name, which is never created', async () => {
    const path = join(dataDirectory, 'given');
    await expect(read(false, path)).rejects.toThrow(`PEPPER_FILE (${path}) cannot be read.`);
    await writeFile(path, 'secret\n');
    const peppers = await read(true, path);
    expect(peppers.newest.id).toBe(new Pepper('secret').id);
    expect(peppers.displayName).toBe(`PEPPER_FILE (${path})`);
    await rm(path);
    await mkdir(path);
    await chmod(path, 0o700);
    await expect(read(false, path)).rejects.toThrow('cannot be read.');
  });
});
