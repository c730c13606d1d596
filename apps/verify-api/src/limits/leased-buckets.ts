import type { Pool } from 'pg';
import { forgetIdleBuckets, settleBuckets } from './bucket-table.js';
import { LeasedBucket, type BucketReport } from './leased-bucket.js';
import type { RateBucket, RateBuckets } from './rate-bucket.js';
import type { RateRule } from './rules.js';

/** Milliseconds between two looks for rows that say nothing any more. */
const FORGET_EVERY = 60_000;

/** The buckets of one of several replicas, which share them through the database. */
export class LeasedBuckets implements RateBuckets {
  private touched: LeasedBucket[] = [];
  private forgottenAt: number;

  /** @param now milliseconds of the clock that callers' operations are taken by. */
  constructor(
    private readonly pool: Pool,
    private readonly now = Date.now,
  ) {
    this.forgottenAt = now();
  }

  open(key: string, rule: RateRule, now: number): RateBucket {
    return new LeasedBucket(key, rule, (bucket) => this.touched.push(bucket), now);
  }

  /**
   * One statement for all buckets that were asked for anything since the last one. Where it fails, they keep
   * their shares, and what they have to report.
   */
  async settle(): Promise<void> {
    const buckets = new Map<string, LeasedBucket>();
    const reports = new Map<string, BucketReport>();
    const later: LeasedBucket[] = [];
    const now = this.now();
    for (const bucket of this.touched) {
      // A bucket that was dropped and opened again has the same row, and a statement takes a row only once.
      if (buckets.has(bucket.key)) later.push(bucket);
      else {
        buckets.set(bucket.key, bucket);
        reports.set(bucket.key, bucket.report(now));
      }
    }
    if (buckets.size > 0) await this.settleAll(buckets, reports, later);
    if (now - this.forgottenAt < FORGET_EVERY) return;
    this.forgottenAt = now;
    await forgetIdleBuckets(this.pool);
  }

  private async settleAll(
    buckets: Map<string, LeasedBucket>,
    reports: Map<string, BucketReport>,
    later: LeasedBucket[],
  ): Promise<void> {
    const before = this.touched;
    const seen = before.length;
    const standings = await settleBuckets(this.pool, reports);
    this.touched = [...later, ...before.slice(seen)];
    const now = this.now();
    for (const [key, bucket] of buckets) {
      const report = reports.get(key);
      const standing = standings.get(key);
      if (report !== undefined && standing !== undefined) bucket.settle(report, standing, now);
    }
  }
}
