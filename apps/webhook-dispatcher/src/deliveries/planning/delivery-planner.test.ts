import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { eventually } from '@service/testing';
import type { DeliveryAttempt } from '../../sending/delivery-attempt.js';
import { ACKNOWLEDGED, DeliveryStage, answered } from '../../testing/delivery-stage.js';
import type { QueueInHand } from '../delivering/endpoint-load.js';

const patient = { timeout: 30_000 };
/** Less than a lease lasts. */
const WITHIN_LEASE = { timeout: 10_000 };

let stage: DeliveryStage;
let taken: QueueInHand[] = [];
let nudged: string[] = [];

beforeAll(async () => {
  stage = await DeliveryStage.open();
});
afterEach(() => stage.stopWorkers());
afterAll(() => stage.close());

/** Leases planned queues to nobody in particular, who only remembers them. */
function leaseTo(room: number, most = room): void {
  [taken, nudged] = [[], []];
  stage.leasedTo = {
    room: () => most,
    roomFor: () => room,
    take: (queues) => taken.push(...queues),
    nudge: (ids) => nudged.push(...ids),
  };
}

const subjects = () => taken.map(({ queue }) => queue.queue_key);

async function queuesOf(subscriptionId: string) {
  const { rows } = await stage.pool.query<{ queue_key: string; leased: boolean; is_due: boolean }>(
    `SELECT queue_key, leased, due <= clock_timestamp() AS is_due FROM webhook_dispatcher.queues
     WHERE subscription_id = $1 ORDER BY queue_key`,
    [subscriptionId],
  );
  return rows;
}

describe('a planned queue', () => {
  it('is leased to the process that plans it where there is room, and the others are due', async () => {
    const subscription = stage.subscribe();
    leaseTo(1);
    const events = await stage.publish(subscription, ['rec_a', 'rec_b', 'rec_a']);
    expect(subjects()).toEqual(['rec_a']);
    expect(taken[0]?.entries.map(({ event_id }) => event_id)).toEqual([
      events[0]?.event_id,
      events[2]?.event_id,
    ]);
    expect(nudged).toEqual([subscription.id]);
    expect(await queuesOf(subscription.id)).toEqual([
      { queue_key: 'rec_a', leased: true, is_due: false },
      { queue_key: 'rec_b', leased: false, is_due: true },
    ]);
  });

  it('is leased while there is room for the queues of all subscriptions together', async () => {
    const one = stage.subscribe();
    const another = stage.subscribe(() => ACKNOWLEDGED, one.project_id);
    leaseTo(8, 3);
    await stage.publish(one, ['rec_a', 'rec_b', 'rec_c']);
    expect(taken).toHaveLength(3);
    expect(new Set(nudged)).toEqual(new Set([one.id, another.id]));
  });

  it('is not leased behind entries that wait already', async () => {
    const subscription = stage.subscribe();
    leaseTo(0);
    await stage.publish(subscription, ['rec_a']);
    leaseTo(8);
    await stage.publish(subscription, ['rec_a', 'rec_b']);
    expect(subjects()).toEqual(['rec_b']);
    expect(nudged).toEqual([subscription.id]);
  });

  it.each([
    ['fails', '1, NULL'],
    ['is held back', "0, now() + interval '1 hour'"],
  ])('is not leased while its endpoint %s', async (_, standing) => {
    const subscription = stage.subscribe();
    await stage.pool.query(
      `INSERT INTO webhook_dispatcher.endpoints (subscription_id, failures, held_until)
       SELECT $1, ${standing}`,
      [subscription.id],
    );
    leaseTo(8);
    await stage.publish(subscription, ['rec_a']);
    expect(taken).toEqual([]);
    expect(nudged).toEqual([subscription.id]);
  });

  it('is not leased before the log was confirmed since the server started', async () => {
    const subscription = stage.subscribe();
    await stage.pool.query("UPDATE record_store_published.log_head SET at = at - interval '1 year'");
    leaseTo(8);
    await stage.publish(subscription, ['rec_a']);
    await stage.pool.query('UPDATE record_store_published.log_head SET at = clock_timestamp()');
    expect(taken).toEqual([]);
  });

  it('is delivered by others once its lease is over', async () => {
    let came = 0;
    const subscription = stage.subscribe(() => {
      came += 1;
      return ACKNOWLEDGED;
    });
    leaseTo(8);
    await stage.publish(subscription, ['rec_a']);
    expect(subjects()).toEqual(['rec_a']);
    await stage.pool.query('UPDATE webhook_dispatcher.queues SET due = now() WHERE subscription_id = $1', [
      subscription.id,
    ]);
    stage.work();
    await eventually(async () => (await stage.count('queues', subscription.id)) === 0, patient);
    expect(came).toBe(1);
  });

  it('goes back where its endpoint has not acknowledged the last attempt', async () => {
    const subscription = stage.subscribe();
    leaseTo(8);
    await stage.publish(subscription, ['rec_a']);
    const workers = stage.work();
    await stage.pool.query(
      `INSERT INTO webhook_dispatcher.endpoints (subscription_id, failures, held_until)
       VALUES ($1, 0, now() + interval '1 hour')`,
      [subscription.id],
    );
    workers.take(taken);
    await eventually(async () => (await queuesOf(subscription.id))[0]?.leased === false, WITHIN_LEASE);
    expect(await stage.count('attempts', subscription.id)).toBe(0);
  });

  it('goes back where the workers were stopped meanwhile', async () => {
    const subscription = stage.subscribe();
    const workers = stage.work();
    await stage.stopWorkers();
    stage.leasedTo = {
      room: () => 8,
      roomFor: () => 8,
      take: (queues) => workers.take(queues),
      nudge: () => undefined,
    };
    await stage.publish(subscription, ['rec_a']);
    await eventually(async () => (await queuesOf(subscription.id))[0]?.leased === false, WITHIN_LEASE);
    expect(workers.room()).toBe(0);
  });
});

describe('workers that are leased what is planned', () => {
  it('deliver it without a claim once the endpoint has acknowledged', async () => {
    const arrived: string[] = [];
    const subscription = stage.subscribe(({ event_id }) => {
      arrived.push(event_id);
      return ACKNOWLEDGED;
    });
    const workers = stage.work();
    stage.leasedTo = workers;
    await stage.publish(subscription, ['rec_a']);
    await eventually(() => expect(workers.roomFor(subscription.id)).toBeGreaterThan(0), patient);
    const query = jest.spyOn(stage.pool, 'query');
    const [event] = await stage.publish(subscription, ['rec_b']);
    await eventually(() => expect(arrived).toContain(event?.event_id), patient);
    const calls = query.mock.calls as unknown as [{ name?: string; values?: unknown[] }][];
    const claims = calls.filter(([{ name }]) => name === 'claim-queues');
    query.mockRestore();
    expect(claims.filter(([claim]) => JSON.stringify(claim.values).includes(subscription.id))).toEqual([]);
  });

  it('deliver it once each, in the order of each queue, beside others', async () => {
    const came = new Map<string, string[]>();
    const subjectOf = ({ body }: DeliveryAttempt) =>
      (JSON.parse(body) as { event: { subject: string } }).event.subject;
    let attempts = 0;
    const subscription = stage.subscribe((attempt) => {
      attempts += 1;
      if (attempts % 97 === 0) return answered(500);
      came.set(subjectOf(attempt), [...(came.get(subjectOf(attempt)) ?? []), attempt.event_id]);
      return ACKNOWLEDGED;
    });
    const workers = stage.work();
    stage.work();
    let leased = 0;
    stage.leasedTo = {
      room: () => workers.room(),
      roomFor: (id) => workers.roomFor(id),
      take: (queues) => {
        leased += queues.length;
        workers.take(queues);
      },
      nudge: (ids) => workers.nudge(ids),
    };
    const expected = new Map<string, string[]>();
    for (let batch = 0; batch < 60; batch += 1) {
      const of = Array.from({ length: 10 }, (_, number) => `rec_${(batch * 3 + number) % 17}`);
      for (const { subject_id: subject, event_id } of await stage.publish(subscription, of)) {
        expected.set(subject, [...(expected.get(subject) ?? []), event_id]);
      }
    }
    await eventually(
      async () => {
        await stage.passTime('1 day');
        return (await stage.count('queues', subscription.id)) === 0;
      },
      { ...patient, interval: 100 },
    );
    expect(came).toEqual(expected);
    expect(leased).toBeGreaterThan(0);
    expect(await stage.count('attempts', subscription.id)).toBe(attempts);
  });
});
