import { beforeEach, describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { temporaryFolder } from '@service/testing/fixtures';

import { ServerLog } from './server-log.js';

let directory: string;

beforeEach(() => {
  directory = temporaryFolder();
});

describe('the log of a server', () => {
  it('is rotated when it is too large, while the server goes on writing', async () => {
    const log = new ServerLog(directory);
    const file = await log.open();
    await file.write('first\n');
    await log.bound(100);
    await file.write('second\n');
    await log.bound(10);
    await file.write('third\n');
    await file.close();
    expect(readFileSync(`${log.path}.1`, 'utf8')).toBe('first\nsecond\n');
    expect(readFileSync(log.path, 'utf8')).toBe('third\n');
  });

  it('shows the last failure after an offset', async () => {
    const log = new ServerLog(directory);
    const file = await log.open();
    await file.write('2026-11-20 [1] FATAL:  old\n');
    const before = await log.size();
    await file.write('2026-11-21 [2] FATAL:  could not bind\n2026-11-21 [2] LOG:  shut down\n');
    await file.close();
    expect(await log.lastFailure(before)).toBe('could not bind');
    expect(await log.lastFailure(await log.size())).toBe('');
  });
});
