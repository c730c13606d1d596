import type { RateRule } from './rules.js';

/** The remaining operations of a rate limit. All moments are milliseconds of one clock. */
export interface RateBucket {
  /** Changes the rule. Used operations stay used, converted by the seconds that they take to refill. */
  changeRule(rule: RateRule, now: number): void;
  /** Whether a number of operations is available. */
  has(operations: number, now: number): boolean;
  /** Takes operations; call `has` first. */
  take(operations: number, now: number): void;
  /** Takes what was done already: it may leave a debt, until `lowestLevel`. */
  charge(operations: number, now: number): void;
  /** Available operations; negative where more were taken than available. */
  remaining(now: number): number;
  /** Seconds until a number of operations is available, in fractions; 0 if it is. */
  secondsUntil(operations: number, now: number): number;
}

/** Creates buckets and shares them with other replicas. */
export interface RateBuckets {
  /** Opens a bucket; at most one per key may be open in a process. */
  open(key: string, rule: RateRule, now: number): RateBucket;
  /** Settles with the other replicas, if there are any; called every 100 ms. */
  settle(): Promise<void>;
}
