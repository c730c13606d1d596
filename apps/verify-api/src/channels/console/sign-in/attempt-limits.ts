import { agreedNow } from '@service/contracts';
import { Inject, Injectable, Optional } from '@nestjs/common';
import { networkOf } from '@service/platform/addresses';
import { Limits } from '../../../admission/limits/limits.js';
import type { RateRule } from '../../../admission/limits/rules.js';
import { sha256 } from '../../../interface/idempotency.js';

/** A client that sends requests without a session. */
export interface AskingClient {
  address: string;
  /** The operator who signed in from this browser before; null where there is none. */
  device: string | null;
}

/** Limits of requests without a session, enough for an office behind one address, and of attempts with a password. */
const REQUESTS = { perSecond: 5, burst: 200 };
const PASSWORDS = { perSecond: 1 / 10, burst: 10 };
/** Attempts for one account: from one network, and from everywhere except its own browsers. */
const SAME_ACCOUNT = { perSecond: 1 / 60, burst: 6 };
const STRANGERS = { perSecond: 1 / 60, burst: 60 };

/**
 * Limits requests without a session. A browser in which an operator has signed in gets separate limits: attackers cannot use
 * them up, neither from the same network nor by guessing the operator’s password from many networks.
 */
@Injectable()
export class AttemptLimits {
  constructor(
    @Inject(Limits) private readonly limits: Pick<Limits, 'takeFor'>,
    @Optional() private readonly now: () => number = agreedNow,
  ) {}

  /** @throws ServiceError `rate.limited`. */
  takeRequest({ address, device }: AskingClient): void {
    this.take(device === null ? networkOf(address) : device, REQUESTS);
  }

  /**
   * @param account the operator as the client names it, whether it exists or not.
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

/** Hashed, so that the table of limits has no addresses. */
function accountName(account: string): string {
  return sha256(account.trim().toLowerCase());
}
