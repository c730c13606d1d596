import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@service/testing';
import type { DeliveryAttempt } from '../../sending/delivery-attempt.js';
import { ACKNOWLEDGED, DeliveryStage, answered } from '../../testing/delivery-stage.js';
import { editPublished } from '../../testing/edit-published.js';
import { alarms } from '../../testing/published-event-codes.js';
import { resumeDeliveries } from '../requests/end-subscription.js';

const patient = { timeout: 30_000 };

let stage: DeliveryStage;
beforeAll(async () => {
  stage = await DeliveryStage.open();
});
afterEach(() => stage.stopWorkers());
afterAll(() => stage.close());

const subjectOf = ({ body }: DeliveryAttempt) =>
  (JSON.parse(body) as { event: { subject: string } }).event.subject;

/** An attempt that ends when the test calls `open`. */
function gate<Value>() {
  let open: (value: Value) => void = () => undefined;
  const passed = new Promise<Value>((resolve) => (open = resolve));
  return { passed, open };
}

describe('deliveries', () => {
  it('arrive once each, in the order of each queue, from racing workers with occasional failures', async () => {
    const came = new Map<string, string[]>();
    let attempts = 0;
    const subscription = stage.subscribe((attempt) => {
      attempts += 1;
      if (attempts % 7 === 0) return answered(500);
      came.set(subjectOf(attempt), [...(came.get(subjectOf(attempt)) ?? []), attempt.event_id]);
      return ACKNOWLEDGED;
    });
    const subjects = Array.from({ length: 400 }, (_, number) => `rec_${number % 23}`);
    const events = await stage.publish(subscription, subjects);
    for (let replica = 0; replica < 3; replica += 1) stage.work();
    await eventually(
      async () => {
        await stage.passTime('1 day');
        return (await stage.count('queues', subscription.id)) === 0;
      },
      { ...patient, interval: 100 },
    );
    const expected = new Map<string, string[]>();
    for (const { subject_id: subject, event_id } of events) {
      expected.set(subject, [...(expected.get(subject) ?? []), event_id]);
    }
    expect(came).toEqual(expected);
    expect(await stage.count('entries', subscription.id)).toBe(0);
    expect(await stage.count('attempts', subscription.id)).toBe(attempts);
  });

  it('wait for a retried delivery of their own queue only', async () => {
    const came: string[] = [];
    let fails = true;
    const subscription = stage.subscribe((attempt) => {
      if (fails && subjectOf(attempt) === 'rec_a') return answered(500);
      came.push(subjectOf(attempt));
      return ACKNOWLEDGED;
    });
    await stage.publish(subscription, ['rec_a', 'rec_a', 'rec_b', 'rec_b']);
    stage.work();
    await eventually(() => came.length === 2, patient);
    expect(came).toEqual(['rec_b', 'rec_b']);
    await eventually(async () => (await stage.count('attempts', subscription.id)) === 3, patient);
    fails = false;
    await stage.passTime('6 seconds');
    await eventually(async () => (await stage.count('queues', subscription.id)) === 0, patient);
    expect(came.slice(2)).toEqual(['rec_a', 'rec_a']);
    const [first] = await stage.attemptsOf(subscription.id);
    expect(first).toMatchObject({ number: 1, outcome: 'retry' });
  });

  it('of tests go out at once, each, though earlier ones of the subscription fail, and end after three attempts', async () => {
    const came: string[] = [];
    const subscription = stage.subscribe(({ event_id }) => {
      came.push(event_id);
      return answered(500);
    });
    const tests = await stage.publish(subscription, Array(3).fill(subscription.id), subscription.id);
    stage.work();
    await eventually(() => came.length === 3, patient);
    expect(came.toSorted()).toEqual(tests.map(({ event_id }) => event_id));
    await eventually(
      async () => {
        await stage.passTime('10 minutes');
        return (await stage.count('queues', subscription.id)) === 0;
      },
      { ...patient, interval: 50 },
    );
    const outcomes = (await stage.attemptsOf(subscription.id)).map(({ outcome }) => outcome);
    expect(outcomes.toSorted()).toEqual([
      ...Array<string>(3).fill('exhausted'),
      ...Array<string>(6).fill('retry'),
    ]);
  });

  it('are found by workers without a nudge, even in a queue that is being delivered', async () => {
    const first = gate<typeof ACKNOWLEDGED>();
    const came: string[] = [];
    const subscription = stage.subscribe((attempt) => {
      came.push(attempt.event_id);
      return came.length === 1 ? first.passed : ACKNOWLEDGED;
    });
    stage.work();
    const before = await stage.publish(subscription, ['rec_a']);
    await eventually(() => came.length === 1, patient);
    const after = await stage.publish(subscription, ['rec_a']);
    first.open(ACKNOWLEDGED);
    await eventually(async () => (await stage.count('queues', subscription.id)) === 0, patient);
    expect(came).toEqual([...before, ...after].map(({ event_id }) => event_id));
  });

  it('end with their retry schedule, and the next ones in the queue follow', async () => {
    const came: string[] = [];
    let poisoned = '';
    const subscription = stage.subscribe((attempt) => {
      if (attempt.event_id === poisoned) return answered(422);
      came.push(attempt.event_id);
      return ACKNOWLEDGED;
    });
    const [bad, good] = await stage.publish(subscription, ['rec_a', 'rec_a']);
    poisoned = bad?.event_id ?? '';
    // More days pass here than the retries need: the subscription must not be disabled.
    stage.work({ disable: () => Promise.resolve() });
    await eventually(
      async () => {
        await stage.passTime('2 days');
        return came.length === 1;
      },
      { ...patient, interval: 50 },
    );
    expect(came).toEqual([good?.event_id]);
    await eventually(async () => (await stage.count('queues', subscription.id)) === 0, patient);
    const attempts = await stage.attemptsOf(subscription.id);
    expect(attempts.map(({ outcome }) => outcome)).toEqual([
      ...Array.from({ length: 9 }, () => 'retry'),
      'exhausted',
      'acknowledged',
    ]);
  });
});

describe('an event that was forged in the database', () => {
  // Security review F6.
  it('is not signed and holds its queue until it is repaired, while other queues go on', async () => {
    const came: string[] = [];
    const subscription = stage.subscribe((attempt) => {
      came.push(attempt.event_id);
      return ACKNOWLEDGED;
    });
    const events = await stage.publish(subscription, ['rec_a', 'rec_a', 'rec_a', 'rec_b']);
    const [first, forged, last, other] = events.map(({ event_id }) => event_id);
    const change = (body: string) => editPublished(stage.pool, forged, () => body);
    await change('{"event":{"subject":"rec_a","state":"revoked"}}');
    stage.work();
    await eventually(() => expect(came.toSorted()).toEqual([`${first}`, `${other}`].toSorted()), patient);
    await eventually(async () => {
      await stage.passTime('1 day');
      expect(await stage.count('attempts', subscription.id)).toBe(2);
      expect(alarms.filter((id) => id === forged).length).toBeGreaterThan(1);
    }, patient);
    expect(await stage.count('entries', subscription.id)).toBe(2);
    expect(came).toHaveLength(2);
    await change(events[1]?.body ?? '');
    await eventually(async () => {
      await stage.passTime('1 day');
      expect(came.slice(2)).toEqual([forged, last]);
    }, patient);
  });

  it('holds its queue where it was removed, but not where its day was dropped', async () => {
    const subscription = stage.subscribe();
    const [removed, dropped] = await stage.publish(subscription, ['rec_a', 'rec_b']);
    const ids = [removed?.event_id, dropped?.event_id];
    await stage.pool.query('DELETE FROM webhook_dispatcher.published_events WHERE event_id = ANY ($1)', [
      ids,
    ]);
    await stage.pool.query("UPDATE webhook_dispatcher.entries SET day = '2026-01-01' WHERE event_id = $1", [
      dropped?.event_id,
    ]);
    stage.work();
    await eventually(async () => {
      expect(alarms).toContain(removed?.event_id);
      expect(await stage.attemptsOf(subscription.id)).toEqual([
        { event_id: dropped?.event_id, number: 1, outcome: 'exhausted' },
      ]);
    }, patient);
    expect(alarms).not.toContain(dropped?.event_id);
    expect(await stage.count('entries', subscription.id)).toBe(1);
  });

  it('is not signed for the subscription of another project', async () => {
    const own = stage.subscribe();
    const came: string[] = [];
    const rival = stage.subscribe(({ event_id }) => {
      came.push(event_id);
      return ACKNOWLEDGED;
    });
    const [secret] = await stage.publish(own, ['rec_a']);
    const [theirs, next] = await stage.publish(rival, ['rec_a', 'rec_b']);
    await stage.pool.query('UPDATE webhook_dispatcher.entries SET event_id = $2 WHERE event_id = $1', [
      theirs?.event_id,
      secret?.event_id,
    ]);
    stage.work();
    await eventually(() => expect(alarms).toContain(secret?.event_id), patient);
    await eventually(() => expect(came).toEqual([next?.event_id]), patient);
  });
});

describe('an endpoint', () => {
  it('that asks for a pause gets no deliveries meanwhile', async () => {
    let attempts = 0;
    const subscription = stage.subscribe(() => (++attempts === 1 ? answered(429, 3_600_000) : ACKNOWLEDGED));
    const other = stage.subscribe();
    await stage.publish(subscription, ['rec_a']);
    const workers = stage.work();
    await eventually(async () => (await stage.count('attempts', subscription.id)) === 1, patient);
    await stage.publish(subscription, ['rec_b', 'rec_c']);
    await stage.publish(other, ['rec_a']);
    workers.nudge([subscription.id, other.id]);
    await eventually(async () => (await stage.count('queues', other.id)) === 0, patient);
    expect(attempts).toBe(1);
    await stage.passTime('61 minutes');
    await eventually(async () => (await stage.count('queues', subscription.id)) === 0, patient);
    expect(attempts).toBe(4);
  });

  it('that fails five times in a row is probed by one delivery at a time, until one succeeds', async () => {
    let fails = true;
    let attempts = 0;
    let atOnce = 0;
    let most = 0;
    const subscription = stage.subscribe(async () => {
      attempts += 1;
      atOnce += 1;
      most = Math.max(most, atOnce);
      await new Promise((resolve) => setImmediate(resolve));
      atOnce -= 1;
      return fails ? answered(500) : ACKNOWLEDGED;
    });
    await stage.publish(
      subscription,
      Array.from({ length: 40 }, (_, number) => `rec_${number}`),
    );
    stage.work();
    stage.work();
    const standing = async () => {
      const { rows } = await stage.pool.query<{ failures: number; probe_at: Date | null }>(
        'SELECT failures, probe_at FROM webhook_dispatcher.endpoints WHERE subscription_id = $1',
        [subscription.id],
      );
      return rows[0];
    };
    await eventually(async () => ((await standing())?.failures ?? 0) >= 5, patient);
    // Before the commit of the fifth failure each replica may have begun another attempt.
    await stage.stopWorkers();
    const before = attempts;
    most = 0;
    const [one, other] = [stage.work(), stage.work()];
    for (let probe = 1; probe <= 3; probe += 1) {
      await stage.passTime('61 seconds');
      one.nudge([subscription.id]);
      other.nudge([subscription.id]);
      await eventually(
        async () => (await stage.count('attempts', subscription.id)) >= before + probe,
        patient,
      );
      expect(attempts).toBe(before + probe);
    }
    expect(most).toBe(1);
    fails = false;
    await eventually(
      async () => {
        await stage.passTime('1 hour');
        return (await stage.count('queues', subscription.id)) === 0;
      },
      { ...patient, interval: 50 },
    );
    expect(await standing()).toMatchObject({ failures: 0, probe_at: null });
  });

  it('that is gone gets its subscription disabled; deliveries wait until it is enabled', async () => {
    let gone = true;
    const subscription = stage.subscribe(() => (gone ? answered(410) : ACKNOWLEDGED));
    await stage.publish(subscription, ['rec_a', 'rec_a']);
    const workers = stage.work();
    await eventually(
      () => stage.disabled.some(([id, cause]) => id === subscription.id && cause === 'gone'),
      patient,
    );
    gone = false;
    const sentinel = stage.subscribe();
    await stage.passTime('1 hour');
    await stage.publish(sentinel, ['rec_a']);
    await eventually(async () => (await stage.count('queues', sentinel.id)) === 0, patient);
    expect(await stage.count('entries', subscription.id)).toBe(2);
    stage.change(subscription.id, { state: 'active' });
    await resumeDeliveries(stage.pool, subscription.id);
    workers.nudge([subscription.id]);
    await eventually(async () => (await stage.count('queues', subscription.id)) === 0, patient);
    expect((await stage.attemptsOf(subscription.id)).map(({ outcome }) => outcome)).toEqual([
      'gone',
      'acknowledged',
      'acknowledged',
    ]);
  });

  it('that fails for five days without interruption gets its subscription disabled', async () => {
    const subscription = stage.subscribe(() => answered(500));
    await stage.publish(subscription, ['rec_a']);
    stage.work();
    const disabledFor = () => stage.disabled.find(([id]) => id === subscription.id)?.[1];
    await eventually(async () => (await stage.count('attempts', subscription.id)) === 1, patient);
    await stage.passTime('4 days 23 hours');
    await eventually(async () => (await stage.count('attempts', subscription.id)) === 2, patient);
    expect(disabledFor()).toBeUndefined();
    await stage.passTime('2 hours');
    await eventually(() => disabledFor() === 'failing', patient);
  });

  it('of a revoked subscription gets no more deliveries, and no rows of it remain', async () => {
    const subscription = stage.subscribe(() => answered(500));
    await stage.publish(subscription, ['rec_a', 'rec_b']);
    stage.work();
    await eventually(async () => (await stage.count('attempts', subscription.id)) > 0, patient);
    stage.change(subscription.id, { state: 'revoked' });
    await stage.passTime('1 hour');
    await eventually(async () => (await stage.count('queues', subscription.id)) === 0, patient);
    expect(await stage.count('entries', subscription.id)).toBe(0);
  });
});

describe('endpoints that hang', () => {
  it('do not block the others, even if more of them hang than there are places', async () => {
    const never = gate<typeof ACKNOWLEDGED>();
    const project = stage.subscribe(() => never.passed);
    const hanging = Array.from({ length: 5 }, () => stage.subscribe(() => never.passed, project.project_id));
    let came = 0;
    const healthy = stage.subscribe(() => {
      came += 1;
      return ACKNOWLEDGED;
    });
    const many = Array.from({ length: 20 }, (_, number) => `rec_${number}`);
    await stage.publish(project, many);
    stage.work({ total: 8 });
    await eventually(async () => {
      const { rows } = await stage.pool.query('SELECT FROM webhook_dispatcher.queues WHERE leased');
      return rows.length >= 4;
    }, patient);
    await stage.publish(healthy, many);
    await eventually(() => came === many.length, patient);
    never.open(ACKNOWLEDGED);
    for (const { id } of [project, ...hanging]) {
      await eventually(async () => (await stage.count('queues', id)) === 0, patient);
    }
  });
});
