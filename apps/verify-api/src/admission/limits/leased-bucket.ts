import type { RateBucket } from './rate-bucket.js';
import { lowestLevel, type RateRule } from './rules.js';
import { TokenBucket } from './token-bucket.js';

/** The part of a limit that a replica may use before its first settlement, or after it was idle. */
const FIRST_PART = 0.25;
/** Least number of operations that it may then use, up to the limit's burst. */
const FIRST_OPERATIONS = 10;
/** Least part of the rate of a replica, however low its demand. */
const LEAST_PART = 0.02;
/** Milliseconds in which a demand decays by a factor of e, here as in the table. */
const DEMAND_DECAY = 1_000;

/** A replica's use of a bucket since its last report. */
export interface BucketReport {
  readonly used: number;
  /** Operations that callers asked for, including refused ones. */
  readonly demand: number;
  /** `used`, as seconds of the rate. */
  readonly seconds: number;
  /** Length of the reported time in seconds; its refill may have been used too. */
  readonly span: number;
}

/** State of a bucket in the table, including the report just made. */
export interface BucketStanding {
  /** Seconds until it is full again; 0 or less if it is full. */
  readonly seconds: number;
  /** Demand of all replicas, in the unit of a replica's own. */
  readonly demand: number;
}

/**
 * A replica's view of a bucket that replicas share. It holds two buckets: `whole`, as far as the replica knows it,
 * and its own `share`, in proportion to its part of the demand. Between two rounds the replica spends its share,
 * which refills at that part of the rate, also while the database is away. All replicas together pay back what
 * they overspent.
 */
export class LeasedBucket implements RateBucket {
  private readonly whole: TokenBucket;
  private readonly share: TokenBucket;
  private used = 0;
  private demand = 0;
  /** Own demand, decaying over time. */
  private decayedDemand = 0;
  private settledAt: number;
  /** Moment of the first request since the last report; null before it. */
  private touchedAt: number | null = null;

  /** @param touch called when there is something to report, once until `settle`. */
  constructor(
    readonly key: string,
    private rule: RateRule,
    private readonly touch: (bucket: LeasedBucket) => void,
    now: number,
  ) {
    this.whole = new TokenBucket(rule, now);
    this.share = new TokenBucket(
      { perSecond: FIRST_PART * rule.perSecond, burst: shareBurst(FIRST_PART, rule) },
      now,
    );
    this.settledAt = now;
  }

  changeRule(rule: RateRule, now: number): void {
    this.rule = rule;
    this.whole.changeRule(rule, now);
    this.share.reset(
      { perSecond: FIRST_PART * rule.perSecond, burst: shareBurst(FIRST_PART, rule) },
      firstLevel(FIRST_PART, this.whole.remaining(now), rule),
      now,
    );
  }

  /** A batch may exceed the share where the whole has room: else a small share would refuse it forever. */
  has(operations: number, now: number): boolean {
    this.demand += operations;
    if (this.touchedAt === null) this.markTouched(now);
    return this.share.has(1, now) && this.whole.has(operations, now);
  }

  take(operations: number, now: number): void {
    this.used += operations;
    this.share.take(operations, now);
    this.whole.take(operations, now);
  }

  charge(operations: number, now: number): void {
    const taken = Math.min(operations, this.whole.remaining(now) - lowestLevel(this.rule));
    if (taken <= 0) return;
    this.demand += taken;
    if (this.touchedAt === null) this.markTouched(now);
    this.take(taken, now);
  }

  /** Operations left of the whole, as far as known; none while the share is used up. */
  remaining(now: number): number {
    const whole = this.whole.remaining(now);
    return this.share.has(1, now) ? whole : Math.min(0, whole);
  }

  secondsUntil(operations: number, now: number): number {
    return this.whole.secondsUntil(operations, now);
  }

  /** The use since the last report. */
  report(now: number): BucketReport {
    const { used, demand, touchedAt } = this;
    const span = touchedAt === null ? 0 : Math.max(0, now - touchedAt) / 1_000;
    return { used, demand, seconds: used / this.rule.perSecond, span };
  }

  /** Takes a new share. The next round reports what was used since this report. */
  settle(reported: BucketReport, standing: BucketStanding, now: number): void {
    this.used -= reported.used;
    this.demand -= reported.demand;
    this.touchedAt = null;
    if (this.demand > 0) this.markTouched(now);
    const { perSecond, burst } = this.rule;
    const level = burst - Math.max(0, standing.seconds) * perSecond;
    const decayed = this.decayedDemand * Math.exp(-Math.max(0, now - this.settledAt) / DEMAND_DECAY);
    this.decayedDemand = decayed + reported.demand;
    this.settledAt = now;
    const part = Math.min(1, Math.max(LEAST_PART, this.decayedDemand / standing.demand));
    // The fuller the bucket, the larger the burst that a replica with little demand so far may give.
    const levelPart = Math.max(part, (FIRST_PART * level) / burst);
    this.whole.reset(this.rule, level - this.used, now);
    this.share.reset(
      { perSecond: part * perSecond, burst: shareBurst(levelPart, this.rule) },
      firstLevel(levelPart, level, this.rule) - this.used,
      now,
    );
  }

  private markTouched(now: number): void {
    this.touchedAt = now;
    this.touch(this);
  }
}

/** Burst of a share. */
function shareBurst(part: number, { burst }: RateRule): number {
  return Math.max(part * burst, Math.min(burst, FIRST_OPERATIONS));
}

/** First level of a share, from the level of the whole; a debt is shared in the same proportion. */
function firstLevel(part: number, level: number, { burst }: RateRule): number {
  if (level <= 0) return part * level;
  return Math.max(part * level, (Math.min(level, FIRST_OPERATIONS) * level) / burst);
}
