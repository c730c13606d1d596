import { expect, it } from '@jest/globals';
import { describeService } from './support/describe-service.js';
import { expectCounted, expectKeptOnce, expectSound, timesKept, VerifyLoad } from './support/verify-load.js';

const KILLS = 3;

/** Milliseconds for the service to be started again each time, on a machine that does other things as well. */
const TEST_TIMEOUT = KILLS * 180_000;

describeService('the interaction history of a service that is killed', (service, world) => {
  it(
    'holds every answered request exactly once, and usage agrees with it',
    async () => {
      const answered: string[] = [];
      for (let round = 0; round < KILLS; round += 1) {
        const load = new VerifyLoad(world.verifier);
        try {
          await load.answers(500);
          await service.end('SIGKILL');
        } finally {
          await load.stop();
        }
        answered.push(...load.answered);
        await service.begin();
      }
      const kept = await timesKept(service);
      expectKeptOnce(answered, kept);
      await expectCounted(world.auditor, kept);
    },
    TEST_TIMEOUT,
  );

  it('is one sound chain for each life of a process', async () => {
    const writers = await expectSound(service, world.auditor);
    expect(writers.size).toBeGreaterThanOrEqual(KILLS + 1);
  });
});
