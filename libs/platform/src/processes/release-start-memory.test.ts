import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { runScript } from '../testing/source-process.js';

const MODULE = pathToFileURL(join(import.meta.dirname, 'release-start-memory.ts')).href;

describe('a process that has started', () => {
  it('gives back the young generation that its start made large', async () => {
    const started = runScript(`
      import { getHeapSpaceStatistics } from 'node:v8';
      import { releaseStartMemory } from '${MODULE}';
      const young = () => getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space').space_size;
      for (let turn = 0; turn < 40; turn += 1) globalThis.kept = Array.from({ length: 100_000 }, () => ({ turn }));
      const before = young();
      releaseStartMemory(0);
      setTimeout(() => console.log(young() / before), 10);
    `);
    const left = Number(await started.nextLine());
    await started.kill('SIGKILL');
    expect(left).toBeLessThan(0.25);
  });
});
