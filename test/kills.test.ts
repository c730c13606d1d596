import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { eventually } from '@service/testing';
import { Arrivals } from './support/arrivals.js';
import { describeService } from './support/describe-service.js';
import { Receiver } from './support/receiver.js';
import { expectCounted, expectKeptOnce, expectSound, timesKept, VerifyLoad } from './support/verify-load.js';

const ENDPOINTS = Array.from({ length: 5 }, (_, number) => `/endpoint-${number}`);
const RECORDS = 100;
const KILLS = 2;

/** Milliseconds for the service to be started again each time, on a machine that does other things as well. */
const START_TIMEOUT = KILLS * 180_000;
const TEST_TIMEOUT = 180_000;

describeService('a service that is killed while it verifies and delivers', (service, fixture) => {
  const arrivals = new Arrivals(ENDPOINTS);
  /** Request ids of the verifications that were answered. */
  const answered: string[] = [];
  /** Milliseconds since 1970. */
  const kills: number[] = [];
  let receiver: Receiver;

  const registerAndSuspend = async () => {
    const record = { authority_id: fixture.authorityId, origin: 'https://registry.example/1', content: 'c' };
    const records = Array.from({ length: RECORDS }, () => record);
    const { body } = await fixture.admin.post('/v1/records/batch', { records });
    const ids = (body['data'] as { id: string }[]).map(({ id }) => id);
    const suspend = (id: string) => fixture.admin.post(`/v1/records/${id}/suspend`, { reason: 'A test.' });
    const answers = await Promise.all(ids.map(suspend));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  };

  beforeAll(async () => {
    receiver = await Receiver.start((delivery) => arrivals.take(delivery));
    for (const path of ENDPOINTS) {
      const subscription = { endpoint: receiver.url(path), categories: ['record'] };
      expect((await fixture.admin.post('/v1/subscriptions', subscription)).status).toBe(201);
    }
    for (let round = 0; round < KILLS; round += 1) {
      const load = new VerifyLoad(fixture.verifier);
      try {
        await load.answers(500);
        const before = arrivals.count;
        await registerAndSuspend();
        await eventually(() => expect(arrivals.count).toBeGreaterThan(before), { interval: 1 });
        kills.push(Date.now());
        await service.end('SIGKILL');
      } finally {
        await load.stop();
      }
      answered.push(...load.answered);
      await service.begin();
    }
  }, START_TIMEOUT);
  afterAll(() => receiver.stop());

  it(
    'holds every answered request in its history exactly once, and usage agrees with it',
    async () => {
      const kept = await timesKept(service);
      expectKeptOnce(answered, kept);
      await expectCounted(fixture.auditor, kept);
    },
    TEST_TIMEOUT,
  );

  it('has one sound chain for each life of a process', async () => {
    const writers = await expectSound(service, fixture.auditor);
    expect(writers.size).toBeGreaterThanOrEqual(KILLS + 1);
  });

  it(
    'delivers every event in order, and again only what it was killed over',
    async () => {
      await eventually(() => expect(arrivals.count).toBe(KILLS * RECORDS * 2 * ENDPOINTS.length), {
        timeout: 120_000,
      });
      expect(arrivals.disorder).toEqual([]);
      expect(arrivals.unexplained(kills)).toEqual([]);
    },
    TEST_TIMEOUT,
  );
});
