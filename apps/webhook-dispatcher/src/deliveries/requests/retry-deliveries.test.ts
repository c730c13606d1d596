import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@service/testing';
import type { AttemptResult } from '../../sending/delivery-attempt.js';
import { deliveryRequests, patient } from '../../testing/delivery-requests.js';
import { ACKNOWLEDGED, DeliveryStage, answered } from '../../testing/delivery-stage.js';

let stage: DeliveryStage;
beforeAll(async () => {
  stage = await DeliveryStage.open();
});
afterEach(() => stage.stopWorkers());
afterAll(() => stage.close());

const { ask, emptied, attemptedDeliveries } = deliveryRequests(() => stage);

/** When a subscription's only queue is due; null while it is being delivered. */
async function dueOf(id: string): Promise<string | null> {
  const { rows } = await stage.pool.query<{ due: string }>(
    'SELECT due::text FROM webhook_dispatcher.queues WHERE subscription_id = $1 AND NOT leased',
    [id],
  );
  return rows[0]?.due ?? null;
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

/** Ids of the deliveries that wait or are under way, in their order. */
async function waitingDeliveries(id: string): Promise<string[]> {
  const { rows } = await stage.pool.query<{ delivery_id: string }>(
    'SELECT delivery_id FROM webhook_dispatcher.entries WHERE subscription_id = $1 ORDER BY seq',
    [id],
  );
  return rows.map(({ delivery_id }) => delivery_id);
}

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
    const [delivery_id] = (await attemptedDeliveries(subscription.id)) as [string];
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
    const [delivery_id] = (await attemptedDeliveries(subscription.id)) as [string];
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
    const [delivery_id] = (await attemptedDeliveries(subscription.id)) as [string];
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
    expect(await attemptedDeliveries(subscription.id)).toEqual([delivery_id]);
  });
});
