import { expect, it } from '@jest/globals';
import { eventually } from '@service/testing';
import { readProcessList } from '../../infra/distributed/process-list.ts';
import { describeService } from '../support/describe-service.js';
import { expectCounted, expectKeptOnce, expectSound, timesKept, VerifyLoad } from '../support/verify-load.js';

const CALLERS = 32;

/** Operations a second, and at once. */
const [RATE, BURST] = [50, 100];

describeService({ name: 'two gateways', env: { REPLICAS: '2' } }, (service, fixture) => {
  it('share the rate limit of a credential', async () => {
    const wanted = { name: 'Limited', capabilities: ['verify'], rate_limit: { verify: RATE } };
    const { body } = await fixture.admin.post('/v1/credentials', wanted);
    const limited = fixture.anonymous.as(body['token']);
    const began = performance.now();
    const seconds = () => (performance.now() - began) / 1_000;
    let taken = 0;
    await Promise.all(
      // Each has its own connection, so requests reach both gateways.
      Array.from({ length: CALLERS }, async () => {
        while (seconds() < 6) {
          const { status } = await limited.post('/v1/records/verify', { record_id: 'rec_example' });
          expect([200, 429]).toContain(status);
          if (status === 200) taken += 1;
        }
      }),
    );
    const allowed = BURST + RATE * seconds();
    // Two who share nothing allow all of it twice.
    expect(taken).toBeLessThan(1.5 * allowed);
    const asked = await service.sql(
      'SELECT DISTINCT writer FROM verify_api.interactions WHERE lines LIKE $1',
      [`%${body['id']}%`],
    );
    expect(asked).toHaveLength(2);
  });

  it('keep every answered request exactly once while one of them is killed', async () => {
    const processNamed = async (name: string) =>
      (await readProcessList(service.dataDirectory)).find((each) => each.name === name);
    const killed = await processNamed('verify-api 1');
    const load = new VerifyLoad(fixture.verifier, CALLERS);
    try {
      await load.answers(500);
      process.kill(killed?.pid ?? 0, 'SIGKILL');
      await load.answers(500);
      await eventually(
        async () => {
          const again = await processNamed('verify-api 1');
          expect(again?.pid).not.toBe(killed?.pid);
          expect((await fetch(`${again?.adminUrl}/readyz`)).status).toBe(200);
        },
        { timeout: 60_000 },
      );
    } finally {
      await load.stop();
    }
    const kept = await timesKept(service);
    expectKeptOnce(load.answered, kept);
    await expectCounted(fixture.auditor, kept);
    const writers = await expectSound(service, fixture.auditor);
    expect(writers.size).toBeGreaterThanOrEqual(2);
  }, 180_000);
});
