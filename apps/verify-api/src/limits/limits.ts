import type { OperationKind } from '@service/contracts';
import type { Caller } from '../authentication/caller.js';
import type { LimitHeaders } from './limit-headers.js';
import type { QuotaSource } from './quota-leases.js';
import type { RateRule } from './rules.js';

/** What limits know a caller by. */
export type LimitedCaller = Pick<Caller, 'credentialId' | 'projectId' | 'rateLimit' | 'quota'>;

/** How many operations callers may make, with each credential and in each project. */
export abstract class Limits {
  /**
   * Takes operations from what a caller has left, or none at all; needs no query.
   * @param now milliseconds since 1970.
   * @throws ServiceError `rate.limited`, `quota.exceeded`, with the seconds to wait.
   */
  abstract take(caller: LimitedCaller, kind: OperationKind, operations: number, now: number): void;

  /**
   * Takes one operation of something else that is limited, such as what an address may do without a credential.
   * @param key its name, which nothing else has.
   * @throws ServiceError `rate.limited`, with the seconds to wait.
   */
  abstract takeFor(key: string, rule: RateRule, now: number): void;

  /** What an answer says of what is left. */
  abstract headers(caller: LimitedCaller, kind: OperationKind, now: number): LimitHeaders;

  /** Makes ready for the first request, and keeps up with the other replicas from then on. */
  abstract start(source: QuotaSource): Promise<void>;

  /** Settles what is left over. */
  abstract stop(): Promise<void>;
}

const NONE: LimitHeaders = {};

/** Lets everybody do everything, as `RATE_LIMIT=off` wants it. */
export class Unlimited extends Limits {
  take(): void {}

  takeFor(): void {}

  headers(): LimitHeaders {
    return NONE;
  }

  async start(): Promise<void> {}

  async stop(): Promise<void> {}
}
