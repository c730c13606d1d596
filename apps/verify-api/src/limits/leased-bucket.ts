import type { RateBucket } from './rate-bucket.js';
import type { RateRule } from './rules.js';
import { TokenBucket } from './token-bucket.js';

/** The part of a limit that a replica may use before it has heard of the others, or after it has been idle. */
const FIRST_PART = 0.25;
/** Operations that it may then use at least, if the limit's burst has as many. */
const FIRST_OPERATIONS = 10;
/** Least part of the rate that a replica goes on with, however little it was asked for. */
const LEAST_PART = 0.02;
/** Milliseconds after which a demand counts for a third of what it was, here as in the table. */
const DEMAND_LASTS = 1_000;

/** What a replica tells of a bucket: what it did since it told it last. */
export interface BucketReport {
  readonly used: number;
  /** Operations that were asked for, refused ones as well. */
  readonly demand: number;
  /** `used` in seconds' worth of the rate. */
  readonly seconds: number;
  /** Seconds in which that was; what they refilled may have been used. */
  readonly span: number;
}

/** What the table says of a bucket, with the report that it has just taken. */
export interface BucketStanding {
  /** Seconds until it is full again; at or below 0 where it is. */
  readonly seconds: number;
  /** Of all replicas, in the same measure as a replica's own. */
  readonly demand: number;
}

/**
 * A bucket that replicas share. Each holds two: what it knows of the whole, and its own share, which is as
 * large a part as its part of the demand. Between two rounds it spends its share, which refills at its part of
 * the rate, also as long as no round comes through. What was spent too much is owed by all of them.
 */
export class LeasedBucket implements RateBucket {
  private readonly whole: TokenBucket;
  private readonly share: TokenBucket;
  private used = 0;
  private demand = 0;
  /** Own demand, fading. */
  private fadingDemand = 0;
  private settledAt: number;
  /** When something was asked for first since the last report; null where nothing was. */
  private touchedAt: number | null = null;

  /** @param touch told when there is something to report, once until `settle`. */
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

  /** A batch may be more than the share holds, if only the whole holds it: a share must not keep it out for ever. */
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

  /** Of the whole, as far as it is known; nothing while the own share is used up. */
  remaining(now: number): number {
    const whole = this.whole.remaining(now);
    return this.share.has(1, now) ? whole : Math.min(0, whole);
  }

  secondsUntil(operations: number, now: number): number {
    return this.whole.secondsUntil(operations, now);
  }

  /** What there is to tell. */
  report(now: number): BucketReport {
    const { used, demand, touchedAt } = this;
    const span = touchedAt === null ? 0 : Math.max(0, now - touchedAt) / 1_000;
    return { used, demand, seconds: used / this.rule.perSecond, span };
  }

  /** Takes a new share. What was used since the report is owed to the next round. */
  settle(reported: BucketReport, standing: BucketStanding, now: number): void {
    this.used -= reported.used;
    this.demand -= reported.demand;
    this.touchedAt = null;
    if (this.demand > 0) this.markTouched(now);
    const { perSecond, burst } = this.rule;
    const level = burst - Math.max(0, standing.seconds) * perSecond;
    const faded = this.fadingDemand * Math.exp(-Math.max(0, now - this.settledAt) / DEMAND_LASTS);
    this.fadingDemand = faded + reported.demand;
    this.settledAt = now;
    const part = Math.min(1, Math.max(LEAST_PART, this.fadingDemand / standing.demand));
    // The fuller the bucket, the more may be used at once by whoever was not asked for much until now.
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

/** Most operations that a share of that part holds. */
function shareBurst(part: number, { burst }: RateRule): number {
  return Math.max(part * burst, Math.min(burst, FIRST_OPERATIONS));
}

/** What a share of that part begins with, where the whole has that level. A debt is shared like anything else. */
function firstLevel(part: number, level: number, { burst }: RateRule): number {
  if (level <= 0) return part * level;
  return Math.max(part * level, (Math.min(level, FIRST_OPERATIONS) * level) / burst);
}
