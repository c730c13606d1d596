import type { OperationKind } from '@service/contracts';
import type { Caller } from '../authentication/caller.js';
import type { LimitHeaders } from './limit-headers.js';
import type { QuotaSource } from './quota-leases.js';
import type { RateRule } from './rules.js';

/** The members of a caller that limits depend on. */
export type LimitedCaller = Pick<Caller, 'credentialId' | 'projectId' | 'rateLimit' | 'quota'>;

/** Limits on the operations of each credential and each project. */
export abstract class Limits {
  /**
   * Takes operations from the limits of a caller, or throws and takes nothing. It makes no query.
   * @param now milliseconds since 1970.
   * @throws ServiceError `rate.limited`, `quota.exceeded`, with the seconds to wait.
   */
  abstract take(caller: LimitedCaller, kind: OperationKind, operations: number, now: number): void;

  /**
   * Takes the rest of a batch.
   * @param counted items that were taken before: by default the first one, at the admission of the request.
   * @throws ServiceError `request.batch_too_large` for one that could never be taken as a whole; else as `take`.
   */
  abstract takeBatch(
    caller: LimitedCaller,
    kind: OperationKind,
    items: number,
    now: number,
    counted?: number,
  ): void;

  /**
   * Charges what an answer cost beyond the operations taken for it: elements that were rendered. It may leave a debt, with
   * which everything is refused.
   */
  abstract charge(caller: LimitedCaller, kind: OperationKind, operations: number, now: number): void;

  /** @throws ServiceError `rate.limited` while the caller has a debt. */
  abstract requireNoDebt(caller: LimitedCaller, kind: OperationKind, now: number): void;

  /**
   * Takes one operation from another limit, such as a limit on requests from an address without a credential.
   * @param key unique name of the limit.
   * @throws ServiceError `rate.limited`, with the seconds to wait.
   */
  abstract takeFor(key: string, rule: RateRule, now: number): void;

  /** Header fields with the remaining operations. */
  abstract headers(caller: LimitedCaller, kind: OperationKind, now: number): LimitHeaders;

  /** Prepares for the first request and starts settling with the other replicas. */
  abstract start(source: QuotaSource): Promise<void>;

  /** Settles for the last time. */
  abstract stop(): Promise<void>;
}

const NONE: LimitHeaders = {};

/** No limits: `RATE_LIMIT=off`. */
export class Unlimited extends Limits {
  take(): void {}

  takeBatch(): void {}

  charge(): void {}

  requireNoDebt(): void {}

  takeFor(): void {}

  headers(): LimitHeaders {
    return NONE;
  }

  async start(): Promise<void> {}

  async stop(): Promise<void> {}
}
