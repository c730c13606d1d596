import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { TokenBucket } from './token-bucket.js';

const START = Date.UTC(2026, 0, 1);
const rules = fc
  .record({ perSecond: fc.integer({ min: 1, max: 20_000 }), seconds: fc.integer({ min: 1, max: 5 }) })
  .map(({ perSecond, seconds }) => ({ perSecond, burst: perSecond * seconds }));
const steps = fc.array(
  fc.record({ pause: fc.integer({ min: 0, max: 3_000 }), operations: fc.integer({ min: 1, max: 100 }) }),
  { minLength: 1, maxLength: 200 },
);

/** Takes each demand that the bucket has room for; returns moment and operations of each take. */
function run(bucket: TokenBucket, demands: { pause: number; operations: number }[]) {
  const given: { at: number; operations: number }[] = [];
  let now = START;
  for (const { pause, operations } of demands) {
    now += pause;
    if (!bucket.has(operations, now)) continue;
    bucket.take(operations, now);
    given.push({ at: now, operations });
  }
  return given;
}

describe('a bucket', () => {
  it('never gives more in any time than its burst and the refill of that time', () => {
    fc.assert(
      fc.property(rules, steps, (rule, demands) => {
        const given = run(new TokenBucket(rule, START), demands);
        for (const [index, { at: from }] of given.entries()) {
          let sum = 0;
          for (const { at, operations } of given.slice(index)) {
            sum += operations;
            expect(sum).toBeLessThanOrEqual(rule.burst + ((at - from) * rule.perSecond) / 1_000 + 1e-6);
          }
        }
      }),
    );
  });

  it('has the operations after the announced wait', () => {
    fc.assert(
      fc.property(rules, steps, fc.integer({ min: 1, max: 100 }), (rule, demands, wanted) => {
        const bucket = new TokenBucket(rule, START);
        const given = run(bucket, demands);
        const now = Math.max(START, ...given.map(({ at }) => at));
        const operations = Math.min(wanted, rule.burst);
        const wait = Math.ceil(bucket.secondsUntil(operations, now) * 1_000);
        expect(wait).toBeLessThanOrEqual((rule.burst / rule.perSecond) * 1_000 + 1);
        expect(bucket.has(operations, now + wait + 1)).toBe(true);
      }),
    );
  });

  it('is charged what was done already, until the debt is that of a minute', () => {
    const bucket = new TokenBucket({ perSecond: 10, burst: 20 }, START);
    bucket.charge(25, START);
    expect([bucket.remaining(START), bucket.has(1, START)]).toEqual([-5, false]);
    expect(bucket.secondsUntil(1, START)).toBeCloseTo(0.6);
    bucket.charge(1_000_000, START);
    expect(bucket.remaining(START)).toBe(-600);
    bucket.charge(1, START);
    expect(bucket.remaining(START)).toBe(-600);
    expect(bucket.has(1, START + 60_100)).toBe(true);
  });

  it('gives exactly its burst at once, one by one', () => {
    const bucket = new TokenBucket({ perSecond: 10_000, burst: 20_000 }, START);
    for (let taken = 0; taken < 20_000; taken += 1) {
      expect(bucket.has(1, START)).toBe(true);
      bucket.take(1, START);
    }
    expect(bucket.has(1, START)).toBe(false);
    expect(bucket.secondsUntil(1, START)).toBeCloseTo(0.0001, 6);
  });

  it('refills nothing for a clock that is set back, and continues from there', () => {
    const bucket = new TokenBucket({ perSecond: 1, burst: 2 }, START);
    bucket.take(2, START);
    expect(bucket.has(1, START - 3_600_000)).toBe(false);
    expect(bucket.has(1, START - 3_599_000)).toBe(true);
  });

  it('keeps its use, as seconds of the rate, under another rule', () => {
    const bucket = new TokenBucket({ perSecond: 1_000, burst: 2_000 }, START);
    bucket.take(1_000, START);
    bucket.changeRule({ perSecond: 5, burst: 10 }, START);
    expect(bucket.remaining(START)).toBeCloseTo(5);
    bucket.changeRule({ perSecond: 1_000, burst: 2_000 }, START);
    expect(bucket.remaining(START)).toBeCloseTo(1_000);
  });
});
