import type { RateBucket, RateBuckets } from './rate-bucket.js';
import type { RateRule } from './rules.js';
import { TokenBucket } from './token-bucket.js';

/** The buckets of a process that is the only one: exact, and nobody's business but its own. */
export class LocalBuckets implements RateBuckets {
  open(_: string, rule: RateRule, now: number): RateBucket {
    return new TokenBucket(rule, now);
  }

  async settle(): Promise<void> {}
}
