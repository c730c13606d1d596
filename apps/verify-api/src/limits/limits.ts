import type { OperationKind } from '@service/contracts';
import type { Caller } from '../credentials/caller.js';

/** Header fields that tell a caller what is allowed and what is left (draft-ietf-httpapi-ratelimit-headers-10). */
export type LimitHeaders = Readonly<Record<string, string>>;

/** How many operations callers may make, with each credential and in each project. */
export abstract class Limits {
  /**
   * Takes operations from what a caller has left, or none at all; needs no query.
   * @throws ServiceError `rate.limited`, `quota.exceeded`, with the seconds to wait.
   */
  abstract take(caller: Caller, kind: OperationKind, operations: number, now: number): void;

  /** What an answer says of what is left. */
  abstract headers(caller: Caller, kind: OperationKind, now: number): LimitHeaders;
}

const NONE: LimitHeaders = {};

/** Lets everybody do everything, as `RATE_LIMIT=off` wants it. */
export class Unlimited extends Limits {
  take(): void {}

  headers(): LimitHeaders {
    return NONE;
  }
}
