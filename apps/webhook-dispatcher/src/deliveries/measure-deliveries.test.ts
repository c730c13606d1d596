import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createLogger } from '@service/platform/logging';
import { createMetrics } from '@service/platform/metrics';
import { DeliveryStage } from '../testing/delivery-stage.js';
import { DeliveryCounts } from './delivering/delivery-counts.js';
import { measureDeliveries } from './measure-deliveries.js';

let stage: DeliveryStage;
const metrics = createMetrics(createLogger('silent'), 'development');
beforeAll(async () => {
  stage = await DeliveryStage.open();
  measureDeliveries(metrics, stage.pool, new DeliveryCounts());
});
afterAll(() => stage.close());

const oldestDue = async () => {
  const families = await metrics.collect();
  return families.find(({ name }) => name === 'rvs_deliveries_oldest_due_seconds')?.samples[0]?.value;
};
const dueFor = (id: string, interval: string) =>
  stage.pool.query(
    'UPDATE webhook_dispatcher.queues SET due = statement_timestamp() - $2::interval WHERE subscription_id = $1',
    [id, interval],
  );

it('the longest due delivery is not one that waits until its endpoint is tried again', async () => {
  const [sound, failing] = [stage.subscribe(), stage.subscribe()];
  for (const subscription of [sound, failing]) await stage.publish(subscription, ['rec_a']);
  await dueFor(sound.id, '1 minute');
  await dueFor(failing.id, '2 hours');
  expect(await oldestDue()).toBeGreaterThanOrEqual(7_200);
  const fails = (failures: number, heldUntil: string) =>
    stage.pool.query(
      `INSERT INTO webhook_dispatcher.endpoints (subscription_id, failures, failing_since, held_until)
       VALUES ($1, $2, now(), $3::timestamptz)
       ON CONFLICT (subscription_id) DO UPDATE SET failures = $2, held_until = $3::timestamptz`,
      [failing.id, failures, heldUntil],
    );
  await fails(1, 'infinity');
  expect(await oldestDue()).toBeLessThan(7_200);
  await fails(5, '-infinity');
  expect(await oldestDue()).toBeLessThan(7_200);
  await fails(1, '-infinity');
  expect(await oldestDue()).toBeGreaterThanOrEqual(7_200);
});
