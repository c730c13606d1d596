import { Injectable } from '@nestjs/common';
import type { OperationKind } from '@service/contracts';
import { Authenticator, requireCapability } from '../authentication/authenticator.js';
import { Limits } from '../limits/limits.js';
import { clientAddress } from './client-address.js';
import type { DeclaredOperation, Exchange, GatewayRequest } from './exchange.js';

/** Lets requests in: credential, rate and capability, in the order that the design sets. */
@Injectable()
export class Admission {
  constructor(
    private readonly authenticator: Authenticator,
    private readonly limits: Limits,
  ) {}

  /**
   * Begins the exchange of a request, which is there as soon as the secret is proven, admitted or not.
   * @throws ServiceError of authentication and of the credential's own terms, `rate.limited`, `quota.exceeded`, `authority.insufficient_scope`.
   */
  admit(
    request: GatewayRequest,
    { name, access }: DeclaredOperation,
    kind: OperationKind,
    now: number,
  ): Exchange {
    const credential = this.authenticator.identify(request.headers.authorization, now);
    const caller = this.authenticator.callerOf(credential);
    const exchange: Exchange = {
      caller,
      operation: name,
      kind,
      items: 1,
      subject: null,
      errorCode: null,
      evidence: null,
      beganAt: performance.now(),
    };
    request.exchange = exchange;
    this.authenticator.requireUsable(credential, clientAddress(request), now);
    this.limits.take(caller, kind, 1, now);
    if (typeof access !== 'string') requireCapability(caller, ...access);
    else if (access !== 'any' && access !== 'public') requireCapability(caller, access);
    return exchange;
  }

  /**
   * Counts a batch as its items, of which the first was counted when it came in.
   * @throws ServiceError `rate.limited`, `quota.exceeded`.
   */
  countItems(exchange: Exchange, items: number): void {
    this.limits.take(exchange.caller, exchange.kind, items - 1, Date.now());
    exchange.items = items;
  }
}
