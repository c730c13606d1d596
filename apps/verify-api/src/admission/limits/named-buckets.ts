import type { RateBucket, RateBuckets } from './rate-bucket.js';
import { rateLimited } from './refusals.js';
import type { RateRule } from './rules.js';

/** Largest number of cached names; beyond it the oldest is removed. */
const CAPACITY = 100_000;

/** Buckets of limits that belong to no credential, such as an address's, by name. */
export class NamedBuckets {
  private readonly cache = new Map<string, { bucket: RateBucket; rule: RateRule }>();

  constructor(private readonly buckets: RateBuckets) {}

  /** @throws ServiceError `rate.limited` */
  take(key: string, rule: RateRule, now: number): void {
    let found = this.cache.get(key);
    if (found === undefined) {
      this.removeOldest();
      this.cache.set(key, (found = { bucket: this.buckets.open(`named:${key}`, rule, now), rule }));
    }
    const { bucket } = found;
    if (!bucket.has(1, now)) throw rateLimited(bucket, rule, 1, now);
    bucket.take(1, now);
  }

  /** Removes the buckets that are full again. */
  forgetFull(now: number): void {
    for (const [key, { bucket, rule }] of this.cache) {
      if (bucket.remaining(now) >= rule.burst) this.cache.delete(key);
    }
  }

  private removeOldest(): void {
    if (this.cache.size < CAPACITY) return;
    for (const first of this.cache.keys()) {
      this.cache.delete(first);
      return;
    }
  }
}
