import type { Logger } from '@service/platform';
import type { Pool } from 'pg';
import { CallerLimits } from './caller-limits.js';
import { LeasedBuckets } from './leased-buckets.js';
import { Unlimited, type Limits } from './limits.js';
import { LocalBuckets } from './local-buckets.js';
import { QuotaLeases } from './quota-leases.js';

export interface LimitsOptions {
  /** Whether there are limits at all. */
  on: boolean;
  /** Whether other gateways of the environment may run beside this one. */
  shared: boolean;
  pool: Pool;
  logger: Logger;
}

/** The limits of one environment's gateway; they hold from their start until they are stopped. */
export function createLimits({ on, shared, pool, logger }: LimitsOptions): Limits {
  if (!on) return new Unlimited();
  const buckets = shared ? new LeasedBuckets(pool) : new LocalBuckets();
  return new CallerLimits({ buckets, quotas: new QuotaLeases(pool), logger });
}
