import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { newId, type DeliveryRequestEvent, type SubscriptionSnapshot } from '@service/contracts';
import { LeaseLostError, acquireLease, inTransaction, type RecordedEvent } from '@service/event-store';
import { eventually } from '@service/testing';
import { ACKNOWLEDGED, DeliveryStage, answered } from '../../testing/delivery-stage.js';
import type { AttemptResult } from '../../sending/delivery-attempt.js';
import { deliveryRequestConsumer } from './delivery-request-consumer.js';
import { replayChunk } from './replay-jobs.js';

const patient = { timeout: 30_000 };

let stage: DeliveryStage;
beforeAll(async () => {
  stage = await DeliveryStage.open();
});
afterEach(() => stage.stopWorkers());
afterAll(() => stage.close());

type Asked = DeliveryRequestEvent extends infer Each
  ? Each extends DeliveryRequestEvent
    ? Omit<Each, 'request_id' | 'subscription_id' | 'project_id' | 'occurred_at'>
    : never
  : never;

type Taken = Pick<RecordedEvent, 'stream_id' | 'type'> & { data: object };

const ask = (subscription: SubscriptionSnapshot, asked: Asked) => take(requestOf(subscription, asked));

function requestOf({ id, project_id }: SubscriptionSnapshot, asked: Asked): Taken {
  const request_id = newId('delivery_request');
  const data = {
    ...asked,
    request_id,
    subscription_id: id,
    project_id,
    occurred_at: new Date().toISOString(),
  };
  return { stream_id: request_id, type: asked.type, data };
}

async function take(...events: Taken[]): Promise<void> {
  const consumer = deliveryRequestConsumer(() => undefined);
  await inTransaction(stage.pool, 'BEGIN', (client) => consumer.apply(client, events as RecordedEvent[]));
}

const replayAll = async () => {
  while ((await replayChunk(stage.pool, null, (id) => stage.subscriptions.get(id) ?? null)) !== null);
};
const emptied = (id: string) => eventually(async () => (await stage.count('queues', id)) === 0, patient);

/** From an hour ago until an hour from now. */
const span = () => ({
  since: new Date(Date.now() - 3_600_000).toISOString(),
  until: new Date(Date.now() + 3_600_000).toISOString(),
});

/** When a subscription's only queue is due; null while it is being delivered. */
async function dueOf(id: string): Promise<string | null> {
  const { rows } = await stage.pool.query<{ due: string }>(
    'SELECT due::text FROM webhook_dispatcher.queues WHERE subscription_id = $1 AND NOT leased',
    [id],
  );
  return rows[0]?.due ?? null;
}

/** The progress of a subscription's only replay. */
async function progressOf(id: string): Promise<object | undefined> {
  const { rows } = await stage.pool.query<object>(
    'SELECT * FROM webhook_dispatcher.replay_progress WHERE subscription_id = $1',
    [id],
  );
  return rows[0];
}

/** Numbers of the attempts that were made by request. */
async function manualAttemptsOf(id: string): Promise<number[]> {
  const { rows } = await stage.pool.query<{ number: number }>(
    'SELECT number FROM webhook_dispatcher.attempts WHERE subscription_id = $1 AND manual ORDER BY number',
    [id],
  );
  return rows.map(({ number }) => number);
}

/** Waits for the attempt with a number, and until its result is stored. */
const attempted = (id: string, number: number) =>
  eventually(async () => {
    expect(await stage.count('attempts', id)).toBe(number);
    const due = await dueOf(id);
    expect(due).not.toBeNull();
    return due;
  }, patient);

async function deliveryIds(id: string): Promise<string[]> {
  const { rows } = await stage.pool.query<{ delivery_id: string }>(
    'SELECT DISTINCT delivery_id FROM webhook_dispatcher.attempts WHERE subscription_id = $1 ORDER BY 1',
    [id],
  );
  return rows.map(({ delivery_id }) => delivery_id);
}

/** Ids of the deliveries that wait or are under way, in their order. */
async function waitingDeliveries(id: string): Promise<string[]> {
  const { rows } = await stage.pool.query<{ delivery_id: string }>(
    'SELECT delivery_id FROM webhook_dispatcher.entries WHERE subscription_id = $1 ORDER BY seq',
    [id],
  );
  return rows.map(({ delivery_id }) => delivery_id);
}

describe('a test', () => {
  it('goes only to the tested subscription', async () => {
    const tested = stage.subscribe();
    const other = stage.subscribe(undefined, tested.project_id);
    await stage.publish(tested, ['rec_a'], tested.id);
    expect([await stage.count('entries', tested.id), await stage.count('entries', other.id)]).toEqual([1, 0]);
  });
});

describe('a retry', () => {
  it('makes a waiting delivery the next one, even while its endpoint is held back', async () => {
    const sent: string[] = [];
    const subscription = stage.subscribe(({ event_id }) => {
      sent.push(event_id);
      return sent.length === 1 ? answered(429, 3_600_000) : ACKNOWLEDGED;
    });
    const [first] = await stage.publish(subscription, ['rec_a']);
    stage.work();
    await attempted(subscription.id, 1);
    const [other] = await stage.publish(subscription, ['rec_b']);
    const [delivery_id] = (await deliveryIds(subscription.id)) as [string];
    await ask(subscription, { type: 'service.subscription.retry_requested', delivery_id });
    await emptied(subscription.id);
    expect(sent).toEqual([first, first, other].map((event) => event?.event_id));
  });

  it('that fails leaves the next attempt and the count of scheduled attempts as they are', async () => {
    const subscription = stage.subscribe(() => answered(500));
    await stage.publish(subscription, ['rec_a']);
    // More days pass here than the retries need: the subscription must not be disabled.
    const workers = stage.work({ disable: () => Promise.resolve() });
    await attempted(subscription.id, 1);
    await stage.passTime('-1 hour');
    const due = await dueOf(subscription.id);
    const [delivery_id] = (await deliveryIds(subscription.id)) as [string];
    for (const number of [2, 3]) {
      await ask(subscription, { type: 'service.subscription.retry_requested', delivery_id });
      workers.nudge([subscription.id]);
      expect(await attempted(subscription.id, number)).toBe(due);
    }
    await eventually(
      async () => {
        await stage.passTime('2 days');
        return (await stage.count('queues', subscription.id)) === 0;
      },
      { ...patient, interval: 50 },
    );
    const attempts = await stage.attemptsOf(subscription.id);
    expect(attempts.map(({ outcome }) => outcome)).toEqual([
      ...Array.from({ length: 11 }, () => 'retry'),
      'exhausted',
    ]);
    expect(await manualAttemptsOf(subscription.id)).toEqual([2, 3]);
  });

  it('does nothing for a delivery behind another, and leaves the other’s schedule as it is', async () => {
    const subscription = stage.subscribe(() => answered(500));
    await stage.publish(subscription, ['rec_a', 'rec_a']);
    stage.work();
    await attempted(subscription.id, 1);
    await stage.passTime('-1 hour');
    const due = await dueOf(subscription.id);
    const [, delivery_id] = (await waitingDeliveries(subscription.id)) as [string, string];
    await ask(subscription, { type: 'service.subscription.retry_requested', delivery_id });
    expect(await dueOf(subscription.id)).toBe(due);
  });

  describe('while an attempt is under way', () => {
    /** Publishes events of one record, and requests a retry of the first while it is being attempted. */
    async function askDuringAttempt({ events = 1, attemptsBefore = 0, later = ACKNOWLEDGED }) {
      const first = Promise.withResolvers<AttemptResult>();
      let sent = 0;
      const send = () => (sent++ === 0 ? first.promise : Promise.resolve(later));
      const { id, ...rest } = stage.subscribe();
      await stage.publish(
        rest,
        Array.from({ length: events }, () => 'rec_a'),
      );
      await stage.pool.query(
        'UPDATE webhook_dispatcher.entries SET attempts = $2 WHERE subscription_id = $1',
        [id, attemptsBefore],
      );
      stage.work({ sender: { send }, disable: () => Promise.resolve() });
      await eventually(() => sent === 1, patient);
      const [delivery_id] = (await waitingDeliveries(id)) as [string];
      await ask({ id, ...rest }, { type: 'service.subscription.retry_requested', delivery_id });
      return { id, answer: (result: AttemptResult) => first.resolve(result) };
    }

    /** Waits until no queue is leased, and answers how the attempts ended and whether the next one is due later. */
    async function settled(id: string, attempts: number) {
      const due = await attempted(id, attempts);
      const outcomes = (await stage.attemptsOf(id)).map(({ outcome }) => outcome);
      return { outcomes, waits: Date.parse(due ?? '') > Date.now() };
    }

    it('is made after it where it fails, and the schedule goes on', async () => {
      const { id, answer } = await askDuringAttempt({ later: answered(500) });
      answer(answered(429, 3_600_000));
      expect(await settled(id, 2)).toEqual({ outcomes: ['retry', 'retry'], waits: true });
      expect(await manualAttemptsOf(id)).toEqual([2]);
    });

    it('is made after it where it was the last one of the schedule', async () => {
      const { id, answer } = await askDuringAttempt({ attemptsBefore: 9 });
      answer(answered(500));
      await emptied(id);
      const attempts = await stage.attemptsOf(id);
      expect(attempts.map(({ outcome }) => outcome)).toEqual(['exhausted', 'acknowledged']);
    });

    it('is dropped where it is acknowledged, and the next delivery waits for its schedule', async () => {
      const { id, answer } = await askDuringAttempt({ events: 2, later: answered(500) });
      answer(ACKNOWLEDGED);
      expect(await settled(id, 2)).toEqual({ outcomes: ['acknowledged', 'retry'], waits: true });
      expect(await manualAttemptsOf(id)).toEqual([]);
    });

    it('is dropped where the endpoint is gone', async () => {
      const { id, answer } = await askDuringAttempt({});
      answer(answered(410));
      expect(await settled(id, 1)).toEqual({ outcomes: ['gone'], waits: true });
    });
  });

  it('queues an exhausted delivery again under its id, and continues to count its attempts', async () => {
    const subscription = stage.subscribe();
    await stage.publish(subscription, ['rec_a']);
    await stage.pool.query('UPDATE webhook_dispatcher.entries SET attempts = 9 WHERE subscription_id = $1', [
      subscription.id,
    ]);
    let fails = true;
    stage.work({ sender: { send: () => Promise.resolve(fails ? answered(500) : ACKNOWLEDGED) } });
    await emptied(subscription.id);
    expect(await stage.attemptsOf(subscription.id)).toMatchObject([{ number: 10, outcome: 'exhausted' }]);
    const [delivery_id] = (await deliveryIds(subscription.id)) as [string];
    const retry = { type: 'service.subscription.retry_requested', delivery_id } as const;
    await ask(subscription, retry);
    await eventually(async () => (await stage.count('attempts', subscription.id)) === 2, patient);
    expect((await stage.attemptsOf(subscription.id))[1]).toMatchObject({ number: 11, outcome: 'retry' });
    expect(await manualAttemptsOf(subscription.id)).toEqual([11]);
    fails = false;
    await ask(subscription, retry);
    await emptied(subscription.id);
    await ask(subscription, retry);
    expect(await stage.count('entries', subscription.id)).toBe(0);
    expect(await deliveryIds(subscription.id)).toEqual([delivery_id]);
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
    expect(await deliveryIds(subscription.id)).toHaveLength(2_400);
    expect(await stage.count('replays', subscription.id)).toBe(0);
  });

  it('leaves out events before or after the span, and of other categories', async () => {
    const subscription = stage.subscribe();
    await stage.publish(subscription, ['rec_a']);
    stage.work();
    await emptied(subscription.id);
    const [from, to] = [Date.now() - 7_200_000, Date.now() - 3_600_000];
    const before = { since: new Date(from).toISOString(), until: new Date(to).toISOString() };
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
      `UPDATE webhook_dispatcher.entries SET attempts = 9 WHERE subscription_id = $1 AND aggregate_id = 'rec_b'`,
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
    const delivery_id = (await deliveryIds(subscription.id)).at(-1) ?? '';
    await ask(subscription, { type: 'service.subscription.retry_requested', delivery_id });
    expect(await progressOf(subscription.id)).toMatchObject({ ...counts, succeeded: 0, exhausted: 1 });
    status = 200;
    stage.work();
    await emptied(subscription.id);
    expect(await progressOf(subscription.id)).toMatchObject({ ...counts, succeeded: 1, exhausted: 1 });
    const revocation: Taken = { stream_id: subscription.id, type: 'service.subscription.revoked', data: {} };
    await take(revocation);
    expect(await progressOf(subscription.id)).toMatchObject({ cancelled: false });
    // A retry reopens the replay, and the revocation in the same batch cancels it.
    const given_up = (await deliveryIds(subscription.id)).at(-2) ?? '';
    const retry = requestOf(subscription, {
      type: 'service.subscription.retry_requested',
      delivery_id: given_up,
    });
    await take(retry, revocation);
    expect(await progressOf(subscription.id)).toMatchObject({ exhausted: 0, cancelled: true });
  });

  it('is processed only by the holder of the lease', async () => {
    const subscription = stage.subscribe();
    await stage.publish(subscription, ['rec_a']);
    const wanted = { schema: 'webhook_dispatcher', name: 'test', holder: 'one' };
    const lease = await acquireLease(stage.pool, wanted, -1);
    await acquireLease(stage.pool, { ...wanted, holder: 'other' }, 60_000);
    await ask(subscription, { type: 'service.subscription.replay_requested', ...span(), only_failed: false });
    await expect(replayChunk(stage.pool, lease, () => subscription)).rejects.toThrow(LeaseLostError);
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
