import { describe, expect, it } from '@jest/globals';
import { forgetIdleBuckets, settleBuckets } from './bucket-table.js';
import type { BucketStanding } from './leased-bucket.js';
import { limitsDatabase } from '../../testing/limits-database.js';

const database = limitsDatabase();

/** Reports use in seconds of the rate, and as much demand; returns the state of the buckets. */
function settle(seconds: Record<string, number>, span = 0): Promise<Map<string, BucketStanding>> {
  const reports = Object.entries(seconds).map(
    ([key, each]) => [key, { used: each, demand: each, seconds: each, span }] as const,
  );
  return settleBuckets(database.pool, new Map(reports));
}

const secondsOf = (standings: Map<string, BucketStanding>, key: string): number =>
  standings.get(key)?.seconds ?? Number.NaN;

/** Lets time pass without waiting for it. */
const passed = (seconds: number): Promise<unknown> =>
  database.pool.query(
    `UPDATE verify_api.rate_buckets
     SET full_at = full_at - $1 * interval '1 second', reported_at = reported_at - $1 * interval '1 second'`,
    [seconds],
  );

describe('settling buckets', () => {
  it('adds up what all replicas have used, below zero too, and refills by the clock of the database', async () => {
    const [first, second] = [await settle({ a: 100 }), await settle({ a: 50 })];
    expect(secondsOf(first, 'a')).toBeCloseTo(100, 0);
    expect(secondsOf(second, 'a')).toBeCloseTo(150, 0);
    await passed(60);
    expect(secondsOf(await settle({ a: 0 }), 'a')).toBeCloseTo(90, 0);
  });

  it('never fills a bucket more than full', async () => {
    await settle({ a: 10 });
    await passed(1_000);
    expect(secondsOf(await settle({ a: 5 }), 'a')).toBeCloseTo(5, 0);
  });

  it('subtracts the use during an outage from its refill', async () => {
    await settle({ a: 2 });
    await passed(100);
    expect(secondsOf(await settle({ a: 100 }, 100), 'a')).toBeCloseTo(2, 0);
  });

  it('adds up the demand, which decays over time', async () => {
    await settle({ a: 1_000 });
    expect((await settle({ a: 500 })).get('a')?.demand).toBeGreaterThan(1_000);
    await passed(5);
    expect((await settle({ a: 0 })).get('a')?.demand).toBeLessThan(20);
    await passed(100_000);
    expect((await settle({ a: 1 })).get('a')?.demand).toBeCloseTo(1, 5);
  });

  it('by many replicas at once never deadlocks, in any order of buckets', async () => {
    const keys = Array.from({ length: 50 }, (_, index) => `key_${index}`);
    for (const key of keys.toReversed()) await settle({ [key]: 0 });
    await passed(100);
    const rounds = Array.from({ length: 40 }, async (_, replica) => {
      const order = replica % 2 === 0 ? keys : keys.toReversed();
      await forgetIdleBuckets(database.pool);
      await settle(Object.fromEntries(order.map((key) => [key, 100])));
    });
    await Promise.all(rounds);
    const standings = await settle(Object.fromEntries(keys.map((key) => [key, 0])));
    for (const key of keys) expect(secondsOf(standings, key) / 4_000).toBeCloseTo(1, 1);
  });

  it('deletes the row of a full and idle bucket', async () => {
    await settle({ full: 10, owing: 1_000 });
    await passed(100);
    await settle({ active: 0 });
    await forgetIdleBuckets(database.pool);
    const { rows } = await database.pool.query('SELECT key FROM verify_api.rate_buckets ORDER BY key');
    expect(rows).toEqual([{ key: 'active' }, { key: 'owing' }]);
  });
});
