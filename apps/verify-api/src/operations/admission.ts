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
   * @throws ServiceError as `identify` and `allow` do.
   */
  admit(request: AdmissionRequest, operation: AdmittedOperation, now: number): RequestContext {
    const context = this.identify(request, operation, now);
    this.allow(context, operation, now);
    return context;
  }

  /**
   * Creates the context of a request whose credential may be used.
   * @throws ServiceError of authentication and of the credential's terms.
   */
  identify(
    { channel, authorization, address, onIdentified }: AdmissionRequest,
    { name, kind }: AdmittedOperation,
    now: number,
  ): RequestContext {
    const secret = this.authenticator.identify(authorization, now);
    const context: RequestContext = {
      caller: this.authenticator.callerOf(secret.credential),
      channel,
      operation: name,
      kind,
      items: 1,
      subjects: [],
      errorCode: null,
      status: null,
      evidence: null,
      beganAt: performance.now(),
      requireStillAdmitted: () => {
        const later = Date.now();
        this.authenticator.requireUsable(this.authenticator.identify(authorization, later), address, later);
      },
    };
    onIdentified(context);
    this.authenticator.requireUsable(secret, address, now);
    return context;
  }

  /**
   * Counts an operation and checks that the caller may call it. It becomes the one that the interaction names.
   * @throws ServiceError `rate.limited`, `quota.exceeded`, `authority.insufficient_scope`, `credential.limited`.
   */
  allow(
    context: RequestContext,
    { name, access, kind, ofWholeProject }: AdmittedOperation,
    now: number,
  ): void {
    const { caller } = context;
    context.operation = name;
    context.kind = kind;
    this.limits.take(caller, kind, 1, now);
    if (typeof access !== 'string') requireCapability(caller, ...access);
    else if (access !== 'any' && access !== 'public') requireCapability(caller, access);
    if (ofWholeProject !== undefined) requireUnlimited(caller, ofWholeProject);
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
