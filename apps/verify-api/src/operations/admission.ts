import { Injectable } from '@nestjs/common';
import type { Channel } from '@service/history';
import { Authenticator, requireCapability } from '../authentication/authenticator.js';
import { Limits } from '../limits/limits.js';
import type { AdmittedOperation } from './operation.js';
import type { RequestContext } from './request-context.js';

/** A request that asks to be let in, as its channel reads it. */
export interface AdmissionRequest {
  readonly channel: Channel;
  /** The `Authorization` header, or what a channel has in its place: `Bearer <token>`. */
  readonly authorization: string | undefined;
  /** Where it comes from. */
  readonly address: string;
  /** Is given the context as soon as the secret is proven: a request that is refused then is in the history, too. */
  readonly onIdentified: (context: RequestContext) => void;
}

/** Lets requests in, from every channel: credential, rate and capability, in the order that the design sets. */
@Injectable()
export class Admission {
  constructor(
    private readonly authenticator: Authenticator,
    private readonly limits: Limits,
  ) {}

  /**
   * Begins the context of a request and lets it in.
   * @param now milliseconds since 1970.
   * @throws ServiceError of authentication and of the credential's own terms, `rate.limited`, `quota.exceeded`, `authority.insufficient_scope`.
   */
  admit(
    { channel, authorization, address, onIdentified }: AdmissionRequest,
    { name, access, kind }: AdmittedOperation,
    now: number,
  ): RequestContext {
    const credential = this.authenticator.identify(authorization, now);
    const caller = this.authenticator.callerOf(credential);
    const context: RequestContext = {
      caller,
      channel,
      operation: name,
      kind,
      items: 1,
      subjects: [],
      errorCode: null,
      evidence: null,
      beganAt: performance.now(),
    };
    onIdentified(context);
    this.authenticator.requireUsable(credential, address, now);
    this.limits.take(caller, kind, 1, now);
    if (typeof access !== 'string') requireCapability(caller, ...access);
    else if (access !== 'any' && access !== 'public') requireCapability(caller, access);
    return context;
  }

  /**
   * Counts a batch as its items, of which the first was counted when it came in.
   * @throws ServiceError `rate.limited`, `quota.exceeded`.
   */
  countItems(context: RequestContext, items: number): void {
    this.limits.take(context.caller, context.kind, items - 1, Date.now());
    context.items = items;
  }
}
