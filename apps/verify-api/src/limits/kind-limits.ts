import type { OperationKind } from '@service/contracts';
import type { QuotaLease } from './quota-lease.js';
import type { RateBucket } from './rate-bucket.js';
import type { RateRule } from './rules.js';

/** Everything that limits a caller's operations of one kind. */
export interface KindLimits {
  readonly kind: OperationKind;
  credentialRule: RateRule;
  readonly credential: RateBucket;
  readonly projectRule: RateRule;
  /** Shared by all credentials of the project; null for an operator, who has none. */
  readonly project: RateBucket | null;
  quota: QuotaLease | null;
  /** As the answer's header has it. */
  policy: string;
}
