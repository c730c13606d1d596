import type { RateBucket } from './rate-bucket.js';
import type { RateRule } from './rules.js';

/**
 * A bucket of operations, full at first, that refills steadily up to its burst. It holds a level and not the
 * moment when it is full again (GCRA): in milliseconds since 1970 a double is too coarse for 10,000 a second.
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

  /** Puts it under another rule with a level of its own. */
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

  remaining(now: number): number {
    this.refill(now);
    return this.level;
  }

  secondsUntil(operations: number, now: number): number {
    this.refill(now);
    return Math.max(0, (operations - this.level) / this.rule.perSecond);
  }

  /** A clock that was put back gives nothing, and takes nothing away. */
  private refill(now: number): void {
    if (now === this.refilledAt) return;
    if (now > this.refilledAt) {
      const refilled = this.level + ((now - this.refilledAt) * this.rule.perSecond) / 1_000;
      this.level = Math.min(this.rule.burst, refilled);
    }
    this.refilledAt = now;
  }
}
