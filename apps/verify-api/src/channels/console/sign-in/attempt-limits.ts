import { networkOf } from '@service/platform/addresses';
import type { Limits } from '../../../admission/limits/limits.js';
import type { RateRule } from '../../../admission/limits/rules.js';
import { sha256 } from '../../../interface/idempotency.js';

/** A client that asks without a session. */
export interface AskingClient {
  address: string;
  /** The operator who signed in from this browser before; null where there is none. */
  device: string | null;
}

/** Requests without a session, as many as an office behind one address makes in the morning; and those that try a password. */
const REQUESTS = { perSecond: 5, burst: 200 };
const PASSWORDS = { perSecond: 1 / 10, burst: 10 };
/** For one account from one network, and from everywhere but its own browsers. */
const SAME_ACCOUNT = { perSecond: 1 / 60, burst: 6 };
const STRANGERS = { perSecond: 1 / 60, burst: 60 };

/**
 * Limits what may be tried without a session. A browser in which an operator signed in before has limits of its own, so that
 * nobody else uses them up: neither who shares its network, nor who tries the operator’s password from many others.
 */
export class AttemptLimits {
  constructor(
    private readonly limits: Pick<Limits, 'takeFor'>,
    private readonly now: () => number = Date.now,
  ) {}

  /** @throws ServiceError `rate.limited`. */
  takeRequest({ address, device }: AskingClient): void {
    this.take(device === null ? networkOf(address) : device, REQUESTS);
  }

  /**
   * @param account what the client calls the operator, whether there is one or not.
   * @param operatorId null where there is none.
   * @throws ServiceError `rate.limited`.
   */
  takePassword({ address, device }: AskingClient, account: string, operatorId: string | null): void {
    if (device !== null && device === operatorId) return this.take(`passwords:${device}`, PASSWORDS);
    const [network, name] = [networkOf(address), accountName(account)];
    this.take(`passwords:${network}`, PASSWORDS);
    this.take(`account:${name}:${network}`, SAME_ACCOUNT);
    this.take(`account:${name}`, STRANGERS);
  }

  private take(name: string, rule: RateRule): void {
    this.limits.takeFor(`console:${name}`, rule, this.now());
  }
}

/** No address stands in the table of limits. */
function accountName(account: string): string {
  return sha256(account.trim().toLowerCase());
}
