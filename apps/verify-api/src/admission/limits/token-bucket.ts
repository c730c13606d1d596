import type { RateBucket } from './rate-bucket.js';
import { lowestLevel, type RateRule } from './rules.js';

/**
 * A token bucket: full at first, refilled steadily up to its burst. It stores a level, and not the moment when it
 * is full again (GCRA): a double of milliseconds since 1970 is too coarse for 10,000 operations a second.
 */
export class TokenBucket implements RateBucket {
  private level: number;

  constructor(
    private rule: RateRule,
    private refilledAt: number,
  ) {
    this.level = rule.burst;
  }

  changeRule(rule: RateRule, now: number): void {
    this.refill(now);
    const secondsUsed = (this.rule.burst - this.level) / this.rule.perSecond;
    this.rule = rule;
    this.level = rule.burst - secondsUsed * rule.perSecond;
  }

  /** Sets rule and level. */
  reset(rule: RateRule, level: number, now: number): void {
    this.rule = rule;
    this.level = level;
    this.refilledAt = now;
  }

  has(operations: number, now: number): boolean {
    this.refill(now);
    return this.level >= operations;
  }

  take(operations: number, now: number): void {
    this.refill(now);
    this.level -= operations;
  }

  charge(operations: number, now: number): void {
    this.take(Math.min(operations, Math.max(0, this.remaining(now) - lowestLevel(this.rule))), now);
  }

  remaining(now: number): number {
    this.refill(now);
    return this.level;
  }

  secondsUntil(operations: number, now: number): number {
    this.refill(now);
    return Math.max(0, (operations - this.level) / this.rule.perSecond);
  }

  /** A clock that is set back neither refills nor takes operations. */
  private refill(now: number): void {
    if (now === this.refilledAt) return;
    if (now > this.refilledAt) {
      const refilled = this.level + ((now - this.refilledAt) * this.rule.perSecond) / 1_000;
      this.level = Math.min(this.rule.burst, refilled);
    }
    this.refilledAt = now;
  }
}
