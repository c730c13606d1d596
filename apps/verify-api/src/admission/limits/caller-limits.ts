import { agreedNow, type OperationKind } from '@service/contracts';
import { type Logger } from '@service/platform/logging';
import { PeriodicTask, OutageLog } from '@service/platform/scheduling';
import { CallerCache } from './caller-cache.js';
import { chargeOperations, requireFitting, requireNoDebt, takeOperations } from './charge-limits.js';
import { limitHeaders, type LimitHeaders } from './limit-headers.js';
import { Limits, type LimitedCaller } from './limits.js';
import { NamedBuckets } from './named-buckets.js';
import type { QuotaLeases, QuotaSource } from './quota-leases.js';
import type { RateBuckets } from './rate-bucket.js';
import type { RateRule, RateRules } from './rules.js';

/** Milliseconds between two runs of settling with the other replicas. */
const SETTLE_EVERY = 100;
/** Milliseconds between two removals of idle cache entries. */
const FORGET_EVERY = 10_000;

export interface CallerLimitsParts {
  rules: RateRules;
  buckets: RateBuckets;
  quotas: QuotaLeases;
  logger: Logger;
  /** Clock of all operations, in milliseconds; `agreedNow` by default. */
  now?: () => number;
}

/** Limits callers from memory; replicas share the limits through the database in the background. */
export class CallerLimits extends Limits {
  private readonly callers: CallerCache;
  private readonly named: NamedBuckets;
  private readonly task: PeriodicTask;
  private readonly outage: OutageLog;
  private readonly now: () => number;
  private forgottenAt: number;

  constructor(private readonly parts: CallerLimitsParts) {
    super();
    const { rules, buckets, quotas, logger, now = agreedNow } = parts;
    this.now = now;
    this.forgottenAt = now();
    this.callers = new CallerCache(rules, buckets, quotas);
    this.named = new NamedBuckets(buckets);
    this.outage = new OutageLog(logger, 'Sharing limits with other replicas');
    this.task = new PeriodicTask(() => this.settle(), SETTLE_EVERY, this.outage);
  }

  take(caller: LimitedCaller, kind: OperationKind, operations: number, now: number): void {
    if (operations > 0) takeOperations(this.callers.limitsOf(caller, kind, now), operations, now);
  }

  takeBatch(caller: LimitedCaller, kind: OperationKind, items: number, now: number, counted = 1): void {
    const limits = this.callers.limitsOf(caller, kind, now);
    requireFitting(limits, items);
    const uncounted = items - counted;
    if (uncounted > 0) takeOperations(limits, uncounted, now, items);
  }

  charge(caller: LimitedCaller, kind: OperationKind, operations: number, now: number): void {
    chargeOperations(this.callers.limitsOf(caller, kind, now), operations, now);
  }

  requireNoDebt(caller: LimitedCaller, kind: OperationKind, now: number): void {
    requireNoDebt(this.callers.limitsOf(caller, kind, now), now);
  }

  takeFor(key: string, rule: RateRule, now: number): void {
    this.named.take(key, rule, now);
  }

  headers(caller: LimitedCaller, kind: OperationKind, now: number): LimitHeaders {
    return limitHeaders(this.callers.limitsOf(caller, kind, now), now);
  }

  /** @throws DatabaseUnavailableError where the first quotas cannot be leased. */
  async start(source: QuotaSource): Promise<void> {
    await this.parts.quotas.start(source, this.now());
    this.task.start();
  }

  /** Settles once; after `start` it runs periodically. */
  async settle(): Promise<void> {
    const now = this.now();
    if (now - this.forgottenAt >= FORGET_EVERY) {
      this.forgottenAt = now;
      this.callers.forgetIdle(now);
      this.named.forgetFull(now);
    }
    await this.parts.buckets.settle();
    await this.parts.quotas.settle(now);
  }

  /** Reports the last use and returns the leases. */
  async stop(): Promise<void> {
    await this.task.stop();
    try {
      await this.parts.buckets.settle();
      await this.parts.quotas.stop(this.now());
    } catch (error) {
      this.outage.seen(error);
    }
  }
}
