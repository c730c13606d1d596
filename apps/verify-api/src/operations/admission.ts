import { Injectable } from '@nestjs/common';
import type { Channel } from '@service/history';
import { Authenticator, requireCapability } from '../authentication/authenticator.js';
import { requireUnlimited } from '../authentication/caller.js';
import { Limits } from '../limits/limits.js';
import type { AdmittedOperation } from './operation.js';
import type { RequestContext } from './request-context.js';

/** A request before its admission, as its channel reads it. */
export interface AdmissionRequest {
  readonly channel: Channel;
  /** The `Authorization` header, or a channel's equivalent: `Bearer <token>`. */
  readonly authorization: string | undefined;
  /** Address of the client. */
  readonly address: string;
  /** Called once the secret is verified, so that a later refusal is recorded too. */
  readonly onIdentified: (context: RequestContext) => void;
}

/** Admits requests of every channel. Checks credential, rate and capability, in the order of the specification. */
@Injectable()
export class Admission {
  constructor(
    private readonly authenticator: Authenticator,
    private readonly limits: Limits,
  ) {}

  /**
   * Creates the context of a request and admits it.
   * @param now milliseconds since 1970.
   * @throws ServiceError of authentication and of the credential's terms; `rate.limited`, `quota.exceeded`,
   *   `authority.insufficient_scope`, `credential.limited`.
   */
  admit(
    { channel, authorization, address, onIdentified }: AdmissionRequest,
    { name, access, kind, ofWholeProject }: AdmittedOperation,
    now: number,
  ): RequestContext {
    const secret = this.authenticator.identify(authorization, now);
    const caller = this.authenticator.callerOf(secret.credential);
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
      requireStillAdmitted: () => {
        const later = Date.now();
        this.authenticator.requireUsable(this.authenticator.identify(authorization, later), address, later);
      },
    };
    onIdentified(context);
    this.authenticator.requireUsable(secret, address, now);
    this.limits.take(caller, kind, 1, now);
    if (typeof access !== 'string') requireCapability(caller, ...access);
    else if (access !== 'any' && access !== 'public') requireCapability(caller, access);
    if (ofWholeProject !== undefined) requireUnlimited(caller, ofWholeProject);
    return context;
  }

  /**
   * Counts the items of a batch; the first one was counted at its admission.
   * @throws ServiceError `request.batch_too_large`, `rate.limited`, `quota.exceeded`.
   */
  countItems(context: RequestContext, items: number): void {
    this.limits.takeBatch(context.caller, context.kind, items, Date.now());
    context.items = items;
  }
}
