import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { eventually } from '@service/testing';
import { Arrivals } from '../support/arrivals.js';
import { describeService } from '../support/describe-service.js';
import { Receiver } from '../support/receiver.js';

const ENDPOINTS = Array.from({ length: 5 }, (_, number) => `/endpoint-${number}`);
const RECORDS = 100;
const KILLS = 3;

describeService('a service that is killed while it delivers', (service, world) => {
  const arrivals = new Arrivals(ENDPOINTS);
  let receiver: Receiver;
  beforeAll(async () => {
    receiver = await Receiver.start((delivery) => arrivals.take(delivery));
  });
  afterAll(() => receiver.stop());

  const registerAndSuspend = async () => {
    const record = { authority_id: world.authorityId, origin: 'https://registry.example/1', content: 'c' };
    const records = Array.from({ length: RECORDS }, () => record);
    const { body } = await world.admin.post('/v1/records/batch', { records });
    const ids = (body['data'] as { id: string }[]).map(({ id }) => id);
    const suspend = (id: string) => world.admin.post(`/v1/records/${id}/suspend`, { reason: 'A test.' });
    const answers = await Promise.all(ids.map(suspend));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  };

  it('delivers every event in order, and again only what it was killed over', async () => {
    for (const path of ENDPOINTS) {
      const subscription = { endpoint: receiver.url(path), categories: ['record'] };
      expect((await world.admin.post('/v1/subscriptions', subscription)).status).toBe(201);
    }
    const kills: number[] = [];
    for (let round = 0; round < KILLS; round += 1) {
      const before = arrivals.count;
      await registerAndSuspend();
      await eventually(() => expect(arrivals.count).toBeGreaterThan(before), { interval: 1 });
      kills.push(Date.now());
      await service.end('SIGKILL');
      await service.begin();
    }
    await eventually(() => expect(arrivals.count).toBe(KILLS * RECORDS * 2 * ENDPOINTS.length), {
      timeout: 120_000,
    });
    expect(arrivals.disorder).toEqual([]);
    expect(arrivals.unexplained(kills)).toEqual([]);
  }, 240_000);
});
