import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@service/testing';
import { DeliveryStage } from '../../testing/delivery-stage.js';
import { claimLanes, type ClaimedLane } from './claim-lanes.js';
import { commitOutcomes } from './commit-outcomes.js';
import type { LaneOutcome, MadeAttempt } from './outcomes.js';
import { readEntries } from './read-entries.js';

let stage: DeliveryStage;
beforeAll(async () => {
  stage = await DeliveryStage.open();
});
afterAll(() => stage.close());

const claim = (id: string, slots = 1) => claimLanes(stage.pool, [{ subscription_id: id, slots }]);

async function outcomeOf(lane: ClaimedLane, outcome: MadeAttempt['outcome']): Promise<LaneOutcome> {
  const [[entry] = []] = await readEntries(stage.pool, [lane], 1);
  const { seq, attempts } = entry ?? { seq: '0', attempts: 0 };
  const began = performance.now();
  const made = { seq, number: attempts + 1, began, status: 200, error: null, latency_ms: 1, outcome };
  return { lane, attempts: [{ ...made, answer: 'a\0\uD800' }], again_in: 0, hold_for: null };
}

/** What is leased is lost: its holder is no more. */
async function loseLeases(): Promise<void> {
  await stage.pool.query(
    "UPDATE webhook_dispatcher.lanes SET due = due - interval '31 seconds' WHERE leased",
  );
}

describe('a claimed lane', () => {
  it('is nobody else’s until its lease is over', async () => {
    const subscription = stage.subscribe();
    await stage.publish(subscription, ['rec_a']);
    const [mine] = await claim(subscription.id);
    expect(await claim(subscription.id)).toEqual([]);
    await loseLeases();
    const [other] = await claim(subscription.id);
    expect(other).toMatchObject({ aggregate_id: 'rec_a' });
    expect(other?.lease_epoch).not.toBe(mine?.lease_epoch);
  });

  it('is claimed by one of many that claim at once', async () => {
    const subscription = stage.subscribe();
    await stage.publish(
      subscription,
      Array.from({ length: 50 }, (_, number) => `rec_${number}`),
    );
    const claims = await Promise.all(Array.from({ length: 10 }, () => claim(subscription.id, 8)));
    const lanes = claims.flat().map(({ aggregate_id }) => aggregate_id);
    expect(new Set(lanes).size).toBe(lanes.length);
  });

  it('takes nothing from an older lease', async () => {
    const subscription = stage.subscribe();
    await stage.publish(subscription, ['rec_a', 'rec_a']);
    const [older] = (await claim(subscription.id)) as [ClaimedLane];
    const late = await outcomeOf(older, 'acknowledged');
    await loseLeases();
    const [newer] = (await claim(subscription.id)) as [ClaimedLane];
    expect(await commitOutcomes(stage.pool, [late])).toMatchObject([{ kept: false }]);
    expect(await stage.count('entries', subscription.id)).toBe(2);
    expect(await stage.count('attempts', subscription.id)).toBe(0);
    expect(await commitOutcomes(stage.pool, [await outcomeOf(newer, 'acknowledged')])).toMatchObject([
      { kept: true, more: true },
    ]);
    expect(await stage.count('entries', subscription.id)).toBe(1);
  });

  it('takes nothing from an older lease where the lane was gone in between', async () => {
    const subscription = stage.subscribe();
    await stage.publish(subscription, ['rec_a']);
    const [older] = (await claim(subscription.id)) as [ClaimedLane];
    const late = await outcomeOf(older, 'acknowledged');
    await loseLeases();
    const [newer] = (await claim(subscription.id)) as [ClaimedLane];
    await commitOutcomes(stage.pool, [await outcomeOf(newer, 'acknowledged')]);
    await stage.publish(subscription, ['rec_a']);
    await claim(subscription.id);
    expect(await commitOutcomes(stage.pool, [late])).toMatchObject([{ kept: false }]);
    expect(await stage.count('entries', subscription.id)).toBe(1);
  });

  it('has its outcome committed once, however often that is asked for', async () => {
    const subscription = stage.subscribe();
    await stage.publish(subscription, ['rec_a']);
    const [lane] = (await claim(subscription.id)) as [ClaimedLane];
    const outcome = await outcomeOf(lane, 'retry');
    expect(await commitOutcomes(stage.pool, [outcome])).toMatchObject([{ kept: true }]);
    expect(await commitOutcomes(stage.pool, [outcome])).toMatchObject([{ kept: false }]);
    expect(await stage.count('attempts', subscription.id)).toBe(1);
  });

  it('stays where something was planned for it while its last entry was committed', async () => {
    const subscription = stage.subscribe();
    await stage.publish(subscription, ['rec_a']);
    const [lane] = (await claim(subscription.id)) as [ClaimedLane];
    const outcome = await outcomeOf(lane, 'acknowledged');
    const planning = await stage.pool.connect();
    try {
      await planning.query('BEGIN');
      const events = await stage.publish(stage.subscribe(), ['rec_a']);
      await stage.planner.plan(
        planning,
        events.map((event) => ({ ...event, project_id: subscription.project_id })),
      );
      const committing = commitOutcomes(stage.pool, [outcome]);
      const waits = async () => {
        const { rows } = await stage.pool.query(
          "SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%FOR UPDATE%'",
        );
        return rows.length > 0;
      };
      await eventually(waits);
      await planning.query('COMMIT');
      expect(await committing).toMatchObject([{ kept: true, more: true }]);
    } finally {
      // Whatever it holds goes with its connection.
      planning.release(true);
    }
    expect(await stage.count('lanes', subscription.id)).toBe(1);
    expect(await stage.count('entries', subscription.id)).toBe(1);
  });
});

describe('a claim', () => {
  it('never reads the backlog of an endpoint that is held back, and brings what is due of the others', async () => {
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
    // A new connection: the server's counts of one that was used hold its last second too.
    const client = await stage.database.openPool(1, 'claims').connect();
    try {
      const pool = { query: client.query.bind(client) } as unknown as typeof stage.pool;
      await client.query('BEGIN');
      const lanes = await claimLanes(pool, [
        { subscription_id: dead.id, slots: 8 },
        { subscription_id: healthy.id, slots: 8 },
      ]);
      // What this transaction alone has read.
      const { rows } = await client.query<{ fetched: string }>(
        "SELECT idx_tup_fetch AS fetched FROM pg_stat_xact_user_tables WHERE relname = 'lanes'",
      );
      await client.query('COMMIT');
      expect(lanes.map(({ subscription_id }) => subscription_id)).toEqual([healthy.id, healthy.id]);
      expect(Number(rows[0]?.fetched)).toBeLessThan(20);
    } finally {
      client.release();
    }
  });
});
