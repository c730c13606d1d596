import { expect, it } from '@jest/globals';
import { SLICE, processorTime } from '@service/platform/batching';
import { letOthersRun } from './event-loop.js';

it('lets the event loop go round once where one turn takes as long as a slice', async () => {
  let turns = 0;
  const burn = (): void => {
    turns += 1;
    for (const until = processorTime() + 2 * SLICE; processorTime() < until;);
    next = setImmediate(burn);
  };
  let next = setImmediate(burn);
  await letOthersRun();
  clearImmediate(next);
  expect(turns).toBe(1);
});
