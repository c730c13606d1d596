import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { LeaseLostError, acquireLease } from '@service/event-store';
import { eventually } from '@service/testing';
import { deliveryRequests, patient, requestOf, type TakenEvent } from '../../testing/delivery-requests.js';
import { ACKNOWLEDGED, DeliveryStage, answered } from '../../testing/delivery-stage.js';
import { createLogger } from '@service/platform/logging';
import { ReplayDuty } from './replay-duty.js';
import { replayChunk, waitingReplays, type WaitingReplays } from './replay-jobs.js';

let stage: DeliveryStage;
beforeAll(async () => {
  stage = await DeliveryStage.open();
});
afterEach(() => stage.stopWorkers());
afterAll(() => stage.close());

const { ask, take, emptied, attemptedDeliveries } = deliveryRequests(() => stage);

const replayAll = async () => {
  const { ids = [] } = (await waitingReplays(stage.pool)) ?? {};
  while ((await replayChunk(stage.pool, null, ids, (id) => stage.subscriptions.get(id) ?? null)) !== null);
};

/** From an hour ago until an hour from now. */
const span = () => ({
  from: new Date(Date.now() - 3_600_000).toISOString(),
  to: new Date(Date.now() + 3_600_000).toISOString(),
});

/** The progress of a subscription's only replay. */
async function progressOf(id: string): Promise<object | undefined> {
  const { rows } = await stage.pool.query<object>(
    'SELECT * FROM webhook_dispatcher.replay_progress WHERE subscription_id = $1',
    [id],
  );
  return rows[0];
}

describe('a test', () => {
  it('goes only to the tested subscription', async () => {
    const tested = stage.subscribe();
    const other = stage.subscribe(undefined, tested.project_id);
    await stage.publish(tested, ['rec_a'], tested.id);
    expect([await stage.count('entries', tested.id), await stage.count('entries', other.id)]).toEqual([1, 0]);
  });
});

describe('a replay', () => {
  it('delivers the events of its time span again, in order and as new deliveries', async () => {
    const came: string[] = [];
    const subscription = stage.subscribe((attempt) => {
      came.push(attempt.event_id);
      return ACKNOWLEDGED;
    });
    const events = await stage.publish(
      subscription,
      Array.from({ length: 1_200 }, () => 'rec_a'),
    );
    stage.work();
    await emptied(subscription.id);
    await ask(subscription, { type: 'service.subscription.replay_requested', ...span(), only_failed: false });
    await replayAll();
    await emptied(subscription.id);
    const ids = events.map(({ event_id }) => event_id);
    expect(came).toEqual([...ids, ...ids]);
    expect(await attemptedDeliveries(subscription.id)).toHaveLength(2_400);
    expect(await stage.count('replays', subscription.id)).toBe(0);
  });

  it('leaves out events before or after the span, and of other categories', async () => {
    const subscription = stage.subscribe();
    await stage.publish(subscription, ['rec_a']);
    stage.work();
    await emptied(subscription.id);
    const [from, to] = [Date.now() - 7_200_000, Date.now() - 3_600_000];
    const before = { from: new Date(from).toISOString(), to: new Date(to).toISOString() };
    await ask(subscription, { type: 'service.subscription.replay_requested', ...before, only_failed: false });
    await replayAll();
    stage.change(subscription.id, { categories: ['credential'] });
    await ask(subscription, { type: 'service.subscription.replay_requested', ...span(), only_failed: false });
    await replayAll();
    expect(await stage.count('entries', subscription.id)).toBe(0);
  });

  it('of failed deliveries delivers the exhausted ones once', async () => {
    let fails = true;
    const subscription = stage.subscribe(() => (fails ? answered(500) : ACKNOWLEDGED));
    const [, failed] = await stage.publish(subscription, ['rec_a', 'rec_b']);
    await stage.pool.query(
      `UPDATE webhook_dispatcher.entries SET attempts = 9 WHERE subscription_id = $1 AND queue_key = 'rec_b'`,
      [subscription.id],
    );
    stage.work();
    await eventually(async () => (await stage.count('attempts', subscription.id)) === 2, patient);
    fails = false;
    await stage.passTime('2 hours');
    await emptied(subscription.id);
    const replay = { type: 'service.subscription.replay_requested', ...span(), only_failed: true } as const;
    for (const times of [1, 2]) {
      await ask(subscription, replay);
      await replayAll();
      await emptied(subscription.id);
      expect(await stage.count('attempts', subscription.id)).toBe(4);
      expect(times).toBeLessThan(3);
    }
    expect((await stage.attemptsOf(subscription.id)).at(-1)).toMatchObject({
      event_id: failed?.event_id,
      outcome: 'acknowledged',
    });
  });

  it('counts its deliveries: those that ended, that are given up, and that are retried then', async () => {
    let status = 200;
    const subscription = stage.subscribe(() => answered(status));
    await stage.publish(subscription, ['rec_a', 'rec_b']);
    stage.work();
    await emptied(subscription.id);
    status = 500;
    await ask(subscription, { type: 'service.subscription.replay_requested', ...span(), only_failed: false });
    expect(await progressOf(subscription.id)).toMatchObject({ planned: 0, complete: false });
    await stage.stopWorkers();
    await replayAll();
    const counts = { planned: 2, complete: true, cancelled: false };
    expect(await progressOf(subscription.id)).toMatchObject({ ...counts, succeeded: 0, exhausted: 0 });
    await stage.pool.query('UPDATE webhook_dispatcher.entries SET attempts = 9 WHERE subscription_id = $1', [
      subscription.id,
    ]);
    stage.work();
    await emptied(subscription.id);
    expect(await progressOf(subscription.id)).toMatchObject({ ...counts, succeeded: 0, exhausted: 2 });
    await stage.stopWorkers();
    const delivery_id = (await attemptedDeliveries(subscription.id)).at(-1) ?? '';
    await ask(subscription, { type: 'service.subscription.retry_requested', delivery_id });
    expect(await progressOf(subscription.id)).toMatchObject({ ...counts, succeeded: 0, exhausted: 1 });
    status = 200;
    stage.work();
    await emptied(subscription.id);
    expect(await progressOf(subscription.id)).toMatchObject({ ...counts, succeeded: 1, exhausted: 1 });
    const revocation: TakenEvent = {
      stream_id: subscription.id,
      type: 'service.subscription.revoked',
      data: {},
    };
    await take(revocation);
    expect(await progressOf(subscription.id)).toMatchObject({ cancelled: false });
    // A retry reopens the replay, and the revocation in the same batch cancels it.
    const given_up = (await attemptedDeliveries(subscription.id)).at(-2) ?? '';
    const retry = requestOf(subscription, {
      type: 'service.subscription.retry_requested',
      delivery_id: given_up,
    });
    await take(retry, revocation);
    expect(await progressOf(subscription.id)).toMatchObject({ exhausted: 0, cancelled: true });
  });

  it('has the events that were planned before its subscription was enabled, and are published later', async () => {
    const subscription = stage.subscribe();
    stage.change(subscription.id, { state: 'disabled' });
    await ask(subscription, { type: 'service.subscription.replay_requested', ...span(), only_failed: false });
    const asked: bigint[] = [];
    const publishing = async (next: bigint) => {
      await stage.pool.query('SELECT pg_current_xact_id()');
      if (asked.push(next) < 2) return false;
      await stage.publish(subscription, ['rec_a']);
      stage.change(subscription.id, { state: 'active' });
      return true;
    };
    const directory = { get: (id: string) => stage.subscriptions.get(id) };
    const duty = new ReplayDuty(stage.pool, directory, createLogger('silent'), () => undefined, publishing);
    await duty.begin(null);
    try {
      await eventually(async () => (await stage.count('replays', subscription.id)) === 0, patient);
    } finally {
      await duty.end();
    }
    // Of publishing that always lags, no more than at first.
    expect(new Set(asked).size).toBe(1);
    expect(await stage.count('entries', subscription.id)).toBe(1);
  });

  it('is processed only by the holder of the lease', async () => {
    const subscription = stage.subscribe();
    await stage.publish(subscription, ['rec_a']);
    const wanted = { schema: 'webhook_dispatcher', name: 'test', holder: 'one' };
    const lease = await acquireLease(stage.pool, wanted, -1);
    await acquireLease(stage.pool, { ...wanted, holder: 'other' }, 60_000);
    await ask(subscription, { type: 'service.subscription.replay_requested', ...span(), only_failed: false });
    const { ids } = (await waitingReplays(stage.pool)) as WaitingReplays;
    await expect(replayChunk(stage.pool, lease, ids, () => subscription)).rejects.toThrow(LeaseLostError);
    expect(await stage.count('replays', subscription.id)).toBe(1);
    expect(await stage.count('entries', subscription.id)).toBe(1);
    await replayAll();
  });
});

describe('a subscription', () => {
  it('that is enabled gets its waiting deliveries at once', async () => {
    let fails = true;
    const subscription = stage.subscribe(() => (fails ? answered(503) : ACKNOWLEDGED));
    await stage.publish(subscription, ['rec_a']);
    stage.work();
    await eventually(async () => (await stage.count('attempts', subscription.id)) === 1, patient);
    fails = false;
    await take({ stream_id: subscription.id, type: 'service.subscription.enabled', data: {} });
    await emptied(subscription.id);
  });

  it('that is revoked has all waiting deliveries cancelled', async () => {
    const subscription = stage.subscribe();
    await stage.publish(subscription, ['rec_a', 'rec_b']);
    await ask(subscription, { type: 'service.subscription.replay_requested', ...span(), only_failed: false });
    await take({ stream_id: subscription.id, type: 'service.subscription.revoked', data: {} });
    for (const table of ['queues', 'entries', 'replays'] as const) {
      expect(await stage.count(table, subscription.id)).toBe(0);
    }
    expect(await progressOf(subscription.id)).toMatchObject({ complete: false, cancelled: true });
  });
});
