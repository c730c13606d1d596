import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createLogger } from '@service/platform/logging';
import { eventually } from '@service/testing';
import type { Pool } from 'pg';
import { limitsDatabase } from '../../testing/limits-database.js';
import { usualRules } from '../../testing/usual-rules.js';
import { VirtualClock } from '../../testing/virtual-clock.js';
import { CallerLimits } from './caller-limits.js';
import { LeasedBuckets } from './leased-buckets.js';
import type { LimitedCaller } from './limits.js';
import { QuotaLeases } from './quota-leases.js';

const PER_SECOND = 1_000;
const BURST = 2_000;
const CALLER: LimitedCaller = { credentialId: 'crd_1', projectId: 'prj_1', rateLimit: null, quota: {} };

const clock = new VirtualClock();
const database = limitsDatabase();
let pools: [Pool, Pool, Pool];
let away = false;

beforeAll(async () => {
  await clock.install(database.pool);
  pools = [openPool('a'), openPool('b'), openPool('c')];
});
beforeEach(async () => {
  away = false;
  await clock.setIn(database.pool);
});

/** A gateway's pool, which fails while the database is away. */
function openPool(name: string): Pool {
  const pool = database.openPool(2, name);
  clock.rule(pool);
  const query = pool.query.bind(pool) as (...parts: unknown[]) => Promise<unknown>;
  const failing = (...parts: unknown[]) =>
    away ? Promise.reject(new Error('The database is away.')) : query(...parts);
  return Object.assign(pool, { query: failing }) as Pool;
}

/** The limits of a gateway, by the test's clock. */
const createLimits = (pool: Pool) =>
  new CallerLimits({
    rules: usualRules,
    buckets: new LeasedBuckets(pool, clock.now),
    quotas: new QuotaLeases(pool),
    logger: createLogger('silent'),
    now: clock.now,
  });

function takes(limits: CallerLimits): boolean {
  try {
    limits.take(CALLER, 'verify', 1, clock.now());
    return true;
  } catch {
    return false;
  }
}

/**
 * Requests operations from each replica every 5 ms; returns how many were given, and in how many seconds. Each
 * replica settles every 105 ms, at a different time, and gets the database's answer 5 ms later.
 */
async function load(limits: CallerLimits[], seconds: number, perTurn: readonly number[]) {
  const given = limits.map(() => 0);
  const began = clock.now();
  const elapsed = () => (clock.now() - began) / 1_000;
  const turns = (count: number): void => {
    for (let turn = 0; turn < count; turn += 1) {
      for (const [index, each] of limits.entries()) {
        for (let asked = 0; asked < (perTurn[index] ?? 0); asked += 1) {
          if (takes(each)) given[index] = (given[index] ?? 0) + 1;
        }
      }
      clock.advance(5);
    }
  };
  while (elapsed() < seconds) {
    for (const each of limits) {
      await clock.setIn(database.pool);
      const round = each.settle();
      turns(1);
      if (away) await expect(round).rejects.toThrow('away');
      else await round;
      turns(6);
    }
  }
  return { given, total: given.reduce((sum, each) => sum + each, 0), elapsed: elapsed() };
}

describe('three replicas with one database', () => {
  it('give the limit and no more', async () => {
    const { total, elapsed } = await load(pools.map(createLimits), 6, [18, 1, 1]);
    const ratio = total / (BURST + PER_SECOND * elapsed);
    expect(ratio).toBeGreaterThan(0.99);
    expect(ratio).toBeLessThan(1.01);
  });

  it('use their last shares while it is down, and settle when it is back', async () => {
    const limits = pools.map(createLimits);
    const before = await load(limits, 2, [4, 4, 4]);
    away = true;
    const meanwhile = await load(limits, 2, [4, 4, 4]);
    for (const each of meanwhile.given) {
      const part = each / (PER_SECOND * meanwhile.elapsed);
      expect(part).toBeGreaterThan(0.3);
      expect(part).toBeLessThan(0.4);
    }
    away = false;
    const after = await load(limits, 2, [4, 4, 4]);
    const elapsed = before.elapsed + meanwhile.elapsed + after.elapsed;
    const total = before.total + meanwhile.total + after.total;
    expect(total / (BURST + PER_SECOND * elapsed)).toBeGreaterThan(0.99);
    expect(total / (BURST + PER_SECOND * elapsed)).toBeLessThan(1.01);
  });

  it('settle periodically after their start', async () => {
    const [first, second] = [createLimits(pools[0]), createLimits(pools[1])];
    await Promise.all([first, second].map((each) => each.start({ quotas: () => [] })));
    first.take(CALLER, 'verify', 400, clock.now());
    await eventually(async () => {
      const { rowCount } = await database.pool.query('SELECT FROM verify_api.rate_buckets');
      return (rowCount ?? 0) > 0;
    });
    second.take(CALLER, 'verify', 1, clock.now());
    await eventually(() => {
      expect(second.headers(CALLER, 'verify', clock.now())['ratelimit']).toContain(
        `"verify";r=${BURST - 401};`,
      );
    });
    await Promise.all([first.stop(), second.stop()]);
  });

  it('report their use to each other', async () => {
    const [first, second] = [new LeasedBuckets(pools[0], clock.now), new LeasedBuckets(pools[1], clock.now)];
    const rule = { perSecond: 0.001, burst: 10 };
    const ten = first.open('shared', rule, clock.now());
    const one = second.open('shared', rule, clock.now());
    expect(ten.has(10, clock.now())).toBe(true);
    ten.take(10, clock.now());
    await first.settle();
    expect(one.has(1, clock.now())).toBe(true);
    one.take(1, clock.now());
    expect(one.remaining(clock.now())).toBeCloseTo(9, 0);
    await second.settle();
    expect(one.remaining(clock.now())).toBeCloseTo(-1, 0);
  });

  it('settle a bucket that was removed and opened again by two statements', async () => {
    const buckets = new LeasedBuckets(pools[0], clock.now);
    for (let opened = 0; opened < 2; opened += 1) {
      const bucket = buckets.open('twice', { perSecond: 1, burst: 2 }, clock.now());
      expect(bucket.has(1, clock.now())).toBe(true);
      bucket.take(1, clock.now());
    }
    await buckets.settle();
    await buckets.settle();
    const { rows } = await pools[0].query<{ owed: number }>(
      'SELECT extract(epoch FROM full_at - clock_timestamp())::float8 AS owed FROM verify_api.rate_buckets',
    );
    expect(rows).toEqual([{ owed: 2 }]);
  });
});
