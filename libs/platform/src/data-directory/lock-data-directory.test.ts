import { beforeEach, describe, expect, it } from '@jest/globals';
import { chmodSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '@service/testing/fixtures';

import { runScript } from '../testing/source-process.js';
import { lockDataDirectory } from './lock-data-directory.js';

let parent: string;
let path: string;

beforeEach(() => {
  parent = temporaryFolder();
  path = join(parent, 'data');
});

describe('a data directory', () => {
  it('is created closed to other users, who may enter only where the superuser owns it', async () => {
    const lock = await lockDataDirectory(path);
    expect(statSync(path).mode & 0o777).toBe(process.geteuid?.() === 0 ? 0o711 : 0o700);
    lock.release();
  });

  it('keeps the mode it has', async () => {
    mkdirSync(path);
    chmodSync(path, 0o750);
    (await lockDataDirectory(path)).release();
    expect(statSync(path).mode & 0o777).toBe(0o750);
  });

  it('refuses a second service with one sentence', async () => {
    const lock = await lockDataDirectory(path);
    await expect(lockDataDirectory(path)).rejects.toThrow(
      `Another service runs on the data directory ${path}; stop it or set DATA_DIR to another directory.`,
    );
    lock.release();
    (await lockDataDirectory(path)).release();
  });

  it('is free at once after its service was killed', async () => {
    const service = runScript(`
      import { lockDataDirectory } from '${import.meta.dirname}/lock-data-directory.ts';
      await lockDataDirectory('${path}');
      console.log('locked');
    `);
    expect(await service.nextLine()).toBe('locked');
    await expect(lockDataDirectory(path)).rejects.toThrow('Another service runs');
    await service.kill('SIGKILL');
    (await lockDataDirectory(path)).release();
  });

  it('is waited for with patience, for a service that is ending', async () => {
    const lock = await lockDataDirectory(path);
    const waiting = lockDataDirectory(path, 60_000);
    const refusedMeanwhile = lockDataDirectory(path);
    await expect(Promise.race([waiting, refusedMeanwhile])).rejects.toThrow('Another service runs');
    lock.release();
    (await waiting).release();
  });

  it('refuses a second service when the patience is over', async () => {
    const lock = await lockDataDirectory(path);
    await expect(lockDataDirectory(path, 1)).rejects.toThrow(
      `Another service runs on the data directory ${path}; stop it or set DATA_DIR to another directory.`,
    );
    lock.release();
  });

  it('that cannot be created is reported in one sentence', async () => {
    writeFileSync(path, '');
    await expect(lockDataDirectory(join(path, 'below'))).rejects.toThrow(
      /^The directory .* cannot be created: .*\.$/,
    );
  });
});
