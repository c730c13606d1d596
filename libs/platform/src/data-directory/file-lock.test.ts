import { beforeEach, describe, expect, it } from '@jest/globals';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '@service/testing/fixtures';

import { runScript } from '../testing/source-process.js';
import { tryExclusiveLock, trySharedLock, withExclusiveLock } from './file-lock.js';

let directory: string;
let file: string;

beforeEach(() => {
  directory = temporaryFolder();
  file = join(directory, 'lock');
});

describe('a lock on a file', () => {
  it('is held once, until it is released', () => {
    const first = tryExclusiveLock(file);
    expect(first).toBeDefined();
    expect(tryExclusiveLock(file)).toBeUndefined();
    expect(trySharedLock(file)).toBeUndefined();
    first?.release();
    first?.release();
    const second = tryExclusiveLock(file);
    expect(second).toBeDefined();
    second?.release();
  });

  it('can be held shared, which keeps others from holding it exclusively', () => {
    const one = trySharedLock(file);
    const other = trySharedLock(file);
    one?.release();
    expect(tryExclusiveLock(file)).toBeUndefined();
    other?.release();
    const alone = tryExclusiveLock(file);
    expect(alone).toBeDefined();
    alone?.release();
  });

  it('is readable by its owner only', () => {
    tryExclusiveLock(file)?.release();
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it('ends when its holder is killed', async () => {
    const holder = runScript(`
      import { tryExclusiveLock } from '${import.meta.dirname}/file-lock.ts';
      const lock = tryExclusiveLock('${file}');
      console.log(lock === undefined ? 'refused' : 'held');
    `);
    expect(await holder.nextLine()).toBe('held');
    expect(tryExclusiveLock(file)).toBeUndefined();
    await holder.kill('SIGKILL');
    const lock = tryExclusiveLock(file);
    expect(lock).toBeDefined();
    lock?.release();
  });

  it('is waited for', async () => {
    const lock = tryExclusiveLock(file);
    const order: string[] = [];
    const waiting = withExclusiveLock(file, async () => {
      order.push('waiting');
    });
    order.push('first');
    lock?.release();
    await waiting;
    expect(order).toEqual(['first', 'waiting']);
  });

  it('is released when the action fails', async () => {
    const failing = withExclusiveLock(file, () => Promise.reject(new Error('no')));
    await expect(failing).rejects.toThrow('no');
    const lock = tryExclusiveLock(file);
    expect(lock).toBeDefined();
    lock?.release();
  });

  it('that cannot be created is reported in one sentence', () => {
    expect(() => tryExclusiveLock(join(directory, 'missing', 'lock'))).toThrow(
      /^The lock file .*missing\/lock cannot be used: .*\.$/,
    );
  });
});
