import type { Logger } from '@service/platform/logging';
import type { Settings } from '@service/platform/settings';
import type { Pool } from 'pg';
import { CallerLimits } from './caller-limits.js';
import { LeasedBuckets } from './leased-buckets.js';
import { Unlimited, type Limits } from './limits.js';
import { QuotaLeases } from './quota-leases.js';
import type { RateBucket, RateBuckets } from './rate-bucket.js';
import { RateRules, type RateRule } from './rules.js';
import { TokenBucket } from './token-bucket.js';

export interface LimitsOptions {
  settings: Pick<Settings, 'rateLimit' | 'verifyRate' | 'readRate' | 'writeRate'>;
  /** Whether other gateways of the environment may run beside this one. */
  shared: boolean;
  pool: Pool;
  logger: Logger;
}

/** Creates the limits of one environment's gateway, from its settings. */
export function createLimits({ settings, shared, pool, logger }: LimitsOptions): Limits {
  if (!settings.rateLimit) return new Unlimited();
  const { verifyRate: verify, readRate: read, writeRate: write } = settings;
  const rules = new RateRules({ verify, read, write });
  const buckets = shared ? new LeasedBuckets(pool) : new LocalBuckets();
  return new CallerLimits({ rules, buckets, quotas: new QuotaLeases(pool), logger });
}

/** The buckets of a gateway without other replicas: exact, and in memory only. */
export class LocalBuckets implements RateBuckets {
  open(_: string, rule: RateRule, now: number): RateBucket {
    return new TokenBucket(rule, now);
  }

  async settle(): Promise<void> {}
}
