import { agreedNow } from '@service/contracts';
import type { Pool } from 'pg';
import { forgetIdleBuckets, settleBuckets } from './bucket-table.js';
import { LeasedBucket, type BucketReport } from './leased-bucket.js';
import type { RateBucket, RateBuckets } from './rate-bucket.js';
import type { RateRule } from './rules.js';

/** Milliseconds between two removals of idle rows. */
const FORGET_EVERY = 60_000;

/** The buckets of one replica, which all replicas share through the database. */
export class LeasedBuckets implements RateBuckets {
  private touched: LeasedBucket[] = [];
  private forgottenAt: number;

  /** @param now clock of the callers' operations, in milliseconds. */
  constructor(
    private readonly pool: Pool,
    private readonly now = agreedNow,
  ) {
    this.forgottenAt = now();
  }

  open(key: string, rule: RateRule, now: number): RateBucket {
    return new LeasedBucket(key, rule, (bucket) => this.touched.push(bucket), now);
  }

  /**
   * Settles all buckets that had requests since the last call, by one statement. If it fails, they keep their
   * shares and their reports.
   */
  async settle(): Promise<void> {
    const buckets = new Map<string, LeasedBucket>();
    const reports = new Map<string, BucketReport>();
    const later: LeasedBucket[] = [];
    const now = this.now();
    for (const bucket of this.touched) {
      // A bucket that was removed and opened again has the same row, which one statement can update only once.
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
