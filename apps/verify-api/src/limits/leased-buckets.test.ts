import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { createLogger } from '@service/platform/logging';
import type { Pool } from 'pg';
import { CallerLimits } from './caller-limits.js';
import { LeasedBuckets } from './leased-buckets.js';
import type { LimitedCaller } from './limits.js';
import { usualRules } from '../testing/usual-rules.js';
import { QuotaLeases } from './quota-leases.js';
import { limitsDatabase } from '../testing/limits-database.js';

jest.setTimeout(60_000);

const PER_SECOND = 1_000;
const BURST = 2_000;
const CALLER: LimitedCaller = { credentialId: 'crd_1', projectId: 'prj_1', rateLimit: null, quota: {} };

const database = limitsDatabase();
const started: CallerLimits[] = [];

afterEach(async () => {
  await Promise.all(started.splice(0).map((each) => each.stop()));
});

/** Limits as three gateways have them, each with a pool of its own. */
async function replicas(pools: Pool[] = ['a', 'b', 'c'].map((name) => database.openPool(2, name))) {
  const logger = createLogger('silent');
  const limits = pools.map(
    (pool) =>
      new CallerLimits({
        rules: usualRules,
        buckets: new LeasedBuckets(pool),
        quotas: new QuotaLeases(pool),
        logger,
      }),
  );
  started.push(...limits);
  await Promise.all(limits.map((each) => each.start({ quotas: () => [] })));
  return limits;
}

function takes(limits: CallerLimits): boolean {
  try {
    limits.take(CALLER, 'verify', 1, Date.now());
    return true;
  } catch {
    return false;
  }
}

/** Asks each replica for so much, every few milliseconds; answers how much they gave, and in how many seconds. */
async function load(limits: CallerLimits[], seconds: number, perTurn: readonly number[]) {
  const given = limits.map(() => 0);
  const began = performance.now();
  const elapsed = () => (performance.now() - began) / 1_000;
  while (elapsed() < seconds) {
    for (const [index, each] of limits.entries()) {
      for (let asked = 0; asked < (perTurn[index] ?? 0); asked += 1) {
        if (takes(each)) given[index] = (given[index] ?? 0) + 1;
      }
    }
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  return { given, total: given.reduce((sum, each) => sum + each, 0), elapsed: elapsed() };
}

describe('three replicas with one database', () => {
  it.each([
    ['evenly', [10, 10, 10]],
    ['unevenly', [54, 3, 3]],
  ])('give the limit and no more, where the demand goes %s', async (_, perTurn) => {
    const { total, elapsed } = await load(await replicas(), 10, perTurn);
    const ratio = total / (BURST + PER_SECOND * elapsed);
    expect(ratio).toBeGreaterThan(0.95);
    expect(ratio).toBeLessThan(1.05);
  });

  it('go on with their last shares while it is away, and together again when it is back', async () => {
    let away = false;
    const pools = ['a', 'b', 'c'].map((name) => {
      const pool = database.openPool(2, name);
      const query = pool.query.bind(pool) as (...parts: unknown[]) => Promise<unknown>;
      const failing = (...parts: unknown[]) =>
        away ? Promise.reject(new Error('The database is away.')) : query(...parts);
      return Object.assign(pool, { query: failing }) as Pool;
    });
    const limits = await replicas(pools);
    const before = await load(limits, 3, [10, 10, 10]);
    away = true;
    const meanwhile = await load(limits, 3, [10, 10, 10]);
    for (const each of meanwhile.given) {
      const part = each / (PER_SECOND * meanwhile.elapsed);
      expect(part).toBeGreaterThan(0.2);
      expect(part).toBeLessThan(0.5);
    }
    away = false;
    const after = await load(limits, 3, [10, 10, 10]);
    const elapsed = before.elapsed + meanwhile.elapsed + after.elapsed;
    const total = before.total + meanwhile.total + after.total;
    expect(total / (BURST + PER_SECOND * elapsed)).toBeGreaterThan(0.93);
    expect(total / (BURST + PER_SECOND * elapsed)).toBeLessThan(1.07);
  });

  it('tell each other of what they have used', async () => {
    const [first, second] = [new LeasedBuckets(database.pool), new LeasedBuckets(database.pool)];
    const rule = { perSecond: 0.001, burst: 10 };
    const ten = first.open('shared', rule, Date.now());
    const one = second.open('shared', rule, Date.now());
    expect(ten.has(10, Date.now())).toBe(true);
    ten.take(10, Date.now());
    await first.settle();
    expect(one.has(1, Date.now())).toBe(true);
    one.take(1, Date.now());
    expect(one.remaining(Date.now())).toBeCloseTo(9, 0);
    await second.settle();
    expect(one.remaining(Date.now())).toBeCloseTo(-1, 0);
  });

  it('put a bucket that was dropped and opened again into two statements', async () => {
    const buckets = new LeasedBuckets(database.pool);
    for (let opened = 0; opened < 2; opened += 1) {
      const bucket = buckets.open('twice', { perSecond: 1, burst: 2 }, Date.now());
      expect(bucket.has(1, Date.now())).toBe(true);
      bucket.take(1, Date.now());
    }
    await buckets.settle();
    await buckets.settle();
    const { rows } = await database.pool.query<{ owed: number }>(
      'SELECT extract(epoch FROM full_at - clock_timestamp())::float8 AS owed FROM verify_api.rate_buckets',
    );
    expect(rows[0]?.owed).toBeGreaterThan(1.5);
  });
});
