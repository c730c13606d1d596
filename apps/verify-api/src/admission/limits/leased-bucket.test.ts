import { describe, expect, it } from '@jest/globals';
import { LeasedBucket } from './leased-bucket.js';
import type { RateRule } from './rules.js';

const START = Date.UTC(2026, 0, 1);
const RULE: RateRule = { perSecond: 1_000, burst: 2_000 };

/** Simulates the table, in virtual time. */
class VirtualTable {
  away = false;
  private fullAt = START;
  private demand = 0;
  private reportedAt = START;

  settle(bucket: LeasedBucket, now: number): void {
    const report = bucket.report(now);
    if (this.away || report.demand === 0) return;
    this.fullAt = Math.max(this.fullAt, now - report.span * 1_000) + report.seconds * 1_000;
    this.demand = report.demand + this.demand * Math.exp((this.reportedAt - now) / 1_000);
    this.reportedAt = now;
    bucket.settle(report, { seconds: (this.fullAt - now) / 1_000, demand: this.demand }, now);
  }
}

/**
 * Runs replicas that settle every 100 ms, each at a different time, with requests every millisecond.
 * Returns how much each gave in a time, in milliseconds.
 */
class Replicas {
  now = START;
  readonly table = new VirtualTable();
  readonly buckets: LeasedBucket[];

  constructor(count: number, rule = RULE) {
    this.buckets = Array.from(
      { length: count },
      (_, index) => new LeasedBucket(`${index}`, rule, () => undefined, START),
    );
  }

  run(milliseconds: number, demands: readonly number[]): number[] {
    const given = demands.map(() => 0);
    const end = this.now + milliseconds;
    for (; this.now < end; this.now += 1) {
      for (const [index, bucket] of this.buckets.entries()) {
        for (let asked = 0; asked < (demands[index] ?? 0); asked += 1) {
          if (!bucket.has(1, this.now)) continue;
          bucket.take(1, this.now);
          given[index] = (given[index] ?? 0) + 1;
        }
        if ((this.now - START) % 100 === (index * 37) % 100) this.table.settle(bucket, this.now);
      }
    }
    return given;
  }
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);

describe('replicas that share a bucket', () => {
  it.each([
    ['evenly', [4, 4, 4]],
    ['unevenly', [18, 1, 1]],
    ['to one alone', [10, 0, 0]],
    ['to many', Array.from({ length: 20 }, () => 1)],
  ])('give exactly what the bucket has, where the demand goes %s', (_, demands) => {
    const given = sum(new Replicas(demands.length).run(10_000, demands));
    const allowed = RULE.burst + 10 * RULE.perSecond;
    expect(given).toBeGreaterThan(0.95 * allowed);
    expect(given).toBeLessThan(1.05 * allowed);
  });

  it('meet every demand within the rate', () => {
    const replicas = new Replicas(3);
    const given = replicas.run(
      5_000,
      [0.5, 0.3, 0.1].map((each) => (each > 0.4 ? 1 : 0)),
    );
    expect(given).toEqual([5_000, 0, 0]);
  });

  it('follow a demand that moves between replicas', () => {
    const replicas = new Replicas(3);
    replicas.run(5_000, [10, 0, 0]);
    const given = replicas.run(10_000, [0, 10, 0]);
    expect(given[1]).toBeGreaterThan(0.95 * 10_000);
    expect(given[1]).toBeLessThan(1.05 * 10_000);
  });

  it('admit a first burst of 500 before their first settlement', () => {
    expect(new Replicas(1).run(50, [10])).toEqual([500]);
  });

  it('admit the whole burst of a small limit at once, and pay back what they overspent', () => {
    const replicas = new Replicas(3, { perSecond: 5, burst: 10 });
    expect(replicas.run(50, [1, 1, 1])).toEqual([10, 10, 10]);
    expect(sum(replicas.run(3_900, [1, 1, 1]))).toBeLessThanOrEqual(2);
    expect(sum(replicas.run(20_000, [1, 1, 1]))).toBeGreaterThan(90);
  });

  it('refuse all where one of them has charged a debt, until it is refilled', () => {
    const replicas = new Replicas(3);
    replicas.run(1_000, [1, 1, 1]);
    replicas.buckets[0]?.charge(12_000, replicas.now);
    expect(replicas.run(100, [1, 0, 0])).toEqual([0, 0, 0]);
    expect(replicas.run(11_000, [1, 1, 1])).toEqual([0, 0, 0]);
    // The first second used up the burst too, so that the debt took twelve seconds.
    const given = sum(replicas.run(10_000, [10, 10, 10]));
    expect(given).toBeGreaterThan(0.95 * 9_000);
    expect(given).toBeLessThan(1.05 * 9_000);
  });

  it('learn of a debt that was charged without a request', () => {
    const replicas = new Replicas(2);
    replicas.buckets[0]?.charge(1_000_000, replicas.now);
    replicas.run(100, [0, 0]);
    // A replica without recent requests learns of it with the first ones.
    expect(sum(replicas.run(100, [0, 1]))).toBeLessThanOrEqual(100);
    expect(replicas.run(50_000, [0, 1])).toEqual([0, 0]);
    expect(replicas.buckets[1]?.secondsUntil(1, replicas.now)).toBeGreaterThan(5);
  });

  it('admit a batch larger than a share, but not larger than the whole', () => {
    const replicas = new Replicas(20, { perSecond: 100, burst: 200 });
    replicas.run(
      1_000,
      replicas.buckets.map((_, index) => (index === 0 ? 0 : 1)),
    );
    replicas.run(3_000, []);
    const [first] = replicas.buckets;
    expect(first?.has(100, replicas.now)).toBe(true);
    expect(first?.has(201, replicas.now)).toBe(false);
  });
});

describe('while the table is down', () => {
  it('each replica uses its last share of the rate', () => {
    const replicas = new Replicas(3);
    replicas.run(5_000, [6, 3, 1]);
    replicas.table.away = true;
    const given = replicas.run(10_000, [10, 10, 10]);
    for (const [index, part] of [0.6, 0.3, 0.1].entries()) {
      expect((given[index] ?? 0) / 10_000).toBeGreaterThan(part - 0.05);
      expect((given[index] ?? 0) / 10_000).toBeLessThan(part + 0.05);
    }
  });

  it('a replica with little demand before still gives something, but never the whole', () => {
    const replicas = new Replicas(3);
    replicas.run(5_000, [10, 0, 0]);
    replicas.table.away = true;
    const given = replicas.run(10_000, [0, 10, 10]);
    for (const each of given.slice(1)) {
      expect(each).toBeGreaterThan(1_000);
      expect(each).toBeLessThan(5_000);
    }
  });

  it('the use is owed when the table is back', () => {
    const replicas = new Replicas(3);
    const before = sum(replicas.run(2_000, [10, 10, 10]));
    replicas.table.away = true;
    const meanwhile = sum(replicas.run(10_000, [10, 10, 10]));
    replicas.table.away = false;
    const after = sum(replicas.run(8_000, [10, 10, 10]));
    const allowed = RULE.burst + 20 * RULE.perSecond;
    expect((before + meanwhile + after) / allowed).toBeCloseTo(1, 1);
  });
});
