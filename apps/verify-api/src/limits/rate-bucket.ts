import type { RateRule } from './rules.js';

/** What is left of a rate limit. Moments are milliseconds of one clock. */
export interface RateBucket {
  /** Puts it under another rule; what was used remains used, as so many seconds' worth. */
  changeRule(rule: RateRule, now: number): void;
  /** Whether so many operations are there to be taken. */
  has(operations: number, now: number): boolean;
  /** Takes operations that are there. */
  take(operations: number, now: number): void;
  /** Operations that are left; below zero where more was taken than was there. */
  remaining(now: number): number;
  /** Seconds until so many operations are there, in fractions; 0 where they are. */
  secondsUntil(operations: number, now: number): number;
}

/** Where buckets come from. */
export interface RateBuckets {
  /** A bucket of a name, which nobody else in this process holds. */
  open(key: string, rule: RateRule, now: number): RateBucket;
  /** Settles with the other replicas, where there are any; called every tenth of a second. */
  settle(): Promise<void>;
}
