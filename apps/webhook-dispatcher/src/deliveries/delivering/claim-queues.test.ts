import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@service/testing';
import { DeliveryStage, NO_HISTORY } from '../../testing/delivery-stage.js';
import { claimQueues, type ClaimedQueue } from './claim-queues.js';
import { commitResults } from './commit-results.js';
import type { QueueResult, MadeAttempt } from './queue-result.js';
import { readEntries } from './read-entries.js';

let stage: DeliveryStage;
beforeAll(async () => {
  stage = await DeliveryStage.open();
});
afterAll(() => stage.close());

const claim = (id: string, slots = 1) => claimQueues(stage.pool, [{ subscription_id: id, slots }]);

async function resultOf(queue: ClaimedQueue, outcome: MadeAttempt['outcome']): Promise<QueueResult> {
  const [[entry] = []] = await readEntries(stage.pool, [queue], 1);
  if (entry === undefined) throw new Error('The queue is empty.');
  const began = performance.now();
  const made = {
    entry,
    project_id: 'prj_1',
    number: entry.attempts + 1,
    began,
    status: 200,
    error: null,
    latency_ms: 1,
    outcome,
  };
  const asked = { manual: false, unscheduled: false };
  return { queue, attempts: [{ ...made, ...asked, answer: 'a\0\uD800' }], again_in: 0, hold_for: null };
}

/** Expires every lease, as if its holder had crashed. */
async function loseLeases(): Promise<void> {
  await stage.pool.query(
    "UPDATE webhook_dispatcher.queues SET due = due - interval '31 seconds' WHERE leased",
  );
}

describe('a due queue', () => {
  it('is not claimed until the log was confirmed since the database server started', async () => {
    const subscription = stage.subscribe();
    await stage.publish(subscription, ['rec_a']);
    const confirm = (at: string) => stage.pool.query(`UPDATE record_store_published.log_head SET at = ${at}`);
    await confirm('pg_postmaster_start_time()');
    expect(await claim(subscription.id)).toEqual([]);
    await confirm('clock_timestamp()');
    expect(await claim(subscription.id)).toMatchObject([{ queue_key: 'rec_a' }]);
  });
});

describe('a claimed queue', () => {
  it('cannot be claimed again until its lease ends', async () => {
    const subscription = stage.subscribe();
    await stage.publish(subscription, ['rec_a']);
    const [mine] = await claim(subscription.id);
    expect(await claim(subscription.id)).toEqual([]);
    await loseLeases();
    const [other] = await claim(subscription.id);
    expect(other).toMatchObject({ queue_key: 'rec_a' });
    expect(other?.lease_epoch).not.toBe(mine?.lease_epoch);
  });

  it('is claimed by one of many concurrent claims', async () => {
    const subscription = stage.subscribe();
    await stage.publish(
      subscription,
      Array.from({ length: 50 }, (_, number) => `rec_${number}`),
    );
    const claims = await Promise.all(Array.from({ length: 10 }, () => claim(subscription.id, 8)));
    const queues = claims.flat().map(({ queue_key }) => queue_key);
    expect(new Set(queues).size).toBe(queues.length);
  });

  it('ignores results of an older lease', async () => {
    const subscription = stage.subscribe();
    await stage.publish(subscription, ['rec_a', 'rec_a']);
    const [older] = (await claim(subscription.id)) as [ClaimedQueue];
    const late = await resultOf(older, 'acknowledged');
    await loseLeases();
    const [newer] = (await claim(subscription.id)) as [ClaimedQueue];
    expect(await commitResults(stage.pool, NO_HISTORY, [late])).toMatchObject([{ stored: false }]);
    expect(await stage.count('entries', subscription.id)).toBe(2);
    expect(await stage.count('attempts', subscription.id)).toBe(0);
    expect(
      await commitResults(stage.pool, NO_HISTORY, [await resultOf(newer, 'acknowledged')]),
    ).toMatchObject([{ stored: true, more: true }]);
    expect(await stage.count('entries', subscription.id)).toBe(1);
  });

  it('ignores results of an older lease after the queue was deleted and created again', async () => {
    const subscription = stage.subscribe();
    await stage.publish(subscription, ['rec_a']);
    const [older] = (await claim(subscription.id)) as [ClaimedQueue];
    const late = await resultOf(older, 'acknowledged');
    await loseLeases();
    const [newer] = (await claim(subscription.id)) as [ClaimedQueue];
    await commitResults(stage.pool, NO_HISTORY, [await resultOf(newer, 'acknowledged')]);
    await stage.publish(subscription, ['rec_a']);
    await claim(subscription.id);
    expect(await commitResults(stage.pool, NO_HISTORY, [late])).toMatchObject([{ stored: false }]);
    expect(await stage.count('entries', subscription.id)).toBe(1);
  });

  it('has its result committed once, however often the commit is repeated', async () => {
    const subscription = stage.subscribe();
    await stage.publish(subscription, ['rec_a']);
    const [queue] = (await claim(subscription.id)) as [ClaimedQueue];
    const result = await resultOf(queue, 'retry');
    expect(await commitResults(stage.pool, NO_HISTORY, [result])).toMatchObject([{ stored: true }]);
    expect(await commitResults(stage.pool, NO_HISTORY, [result])).toMatchObject([{ stored: false }]);
    expect(await stage.count('attempts', subscription.id)).toBe(1);
  });

  it('stays where an entry was planned for it while its last one was committed', async () => {
    const subscription = stage.subscribe();
    await stage.publish(subscription, ['rec_a']);
    const [queue] = (await claim(subscription.id)) as [ClaimedQueue];
    const result = await resultOf(queue, 'acknowledged');
    const planning = await stage.pool.connect();
    try {
      await planning.query('BEGIN');
      const events = await stage.publish(stage.subscribe(), ['rec_a']);
      await stage.planner.plan(
        planning,
        events.map((event) => ({ ...event, project_id: subscription.project_id })),
      );
      const committing = commitResults(stage.pool, NO_HISTORY, [result]);
      const waits = async () => {
        const { rows } = await stage.pool.query(
          "SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%FOR UPDATE%'",
        );
        return rows.length > 0;
      };
      await eventually(waits);
      await planning.query('COMMIT');
      expect(await committing).toMatchObject([{ stored: true, more: true }]);
    } finally {
      // Closing the connection releases its locks.
      planning.release(true);
    }
    expect(await stage.count('queues', subscription.id)).toBe(1);
    expect(await stage.count('entries', subscription.id)).toBe(1);
  });
});

describe('a claim', () => {
  it('never reads the backlog of an endpoint that is held back, and returns the due queues of the others', async () => {
    const dead = stage.subscribe();
    const healthy = stage.subscribe();
    await stage.publish(
      dead,
      Array.from({ length: 10_000 }, (_, number) => `rec_${number}`),
    );
    await stage.publish(healthy, ['rec_a', 'rec_b']);
    await stage.pool.query(
      `INSERT INTO webhook_dispatcher.endpoints (subscription_id, failures, held_until)
       VALUES ($1, 1, now() + interval '1 hour')`,
      [dead.id],
    );
    // A new connection: the counts of a used one include its last second.
    const client = await stage.database.openPool(1, 'claims').connect();
    try {
      const pool = { query: client.query.bind(client) } as unknown as typeof stage.pool;
      await client.query('BEGIN');
      const queues = await claimQueues(pool, [
        { subscription_id: dead.id, slots: 8 },
        { subscription_id: healthy.id, slots: 8 },
      ]);
      // Read by this transaction alone.
      const { rows } = await client.query<{ fetched: string }>(
        "SELECT idx_tup_fetch AS fetched FROM pg_stat_xact_user_tables WHERE relname = 'queues'",
      );
      await client.query('COMMIT');
      expect(queues.map(({ subscription_id }) => subscription_id)).toEqual([healthy.id, healthy.id]);
      expect(Number(rows[0]?.fetched)).toBeLessThan(20);
    } finally {
      client.release();
    }
  });
});
