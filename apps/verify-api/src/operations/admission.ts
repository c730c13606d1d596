import { Injectable } from '@nestjs/common';
import type { Channel } from '@service/history';
import { Authenticator, requireCapability } from '../authentication/authenticator.js';
import { requireUnlimited, type Caller } from '../authentication/caller.js';
import type { TokenSubject } from '../authentication/oauth/access-token.js';
import { OauthCallers } from '../authentication/oauth/oauth-callers.js';
import { Limits } from '../limits/limits.js';
import type { AdmittedOperation } from './operation.js';
import type { RequestContext } from './request-context.js';

/** A request before its admission, as its channel reads it. */
export interface AdmissionRequest {
  readonly channel: Channel;
  /** The `Authorization` header, or a channel's equivalent: `Bearer <token>`. */
  readonly authorization: string | undefined;
  /** The subject of the access token that the channel accepts in the place of a credential, its signature proven. */
  readonly subject?: TokenSubject | undefined;
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
    private readonly oauthCallers: OauthCallers,
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
   * Creates the context of a request whose credential, or access token, may be used.
   * @throws ServiceError of authentication and of the credential's terms.
   */
  identify(request: AdmissionRequest, operation: AdmittedOperation, now: number): RequestContext {
    const { authorization, address, subject } = request;
    if (subject !== undefined) {
      const caller = this.oauthCallers.callerOf(subject);
      const requireUsable = (at: number) => this.oauthCallers.requireUsable(subject, at);
      const context = this.begin(request, operation, caller, () => requireUsable(Date.now()));
      requireUsable(now);
      return context;
    }
    const secret = this.authenticator.identify(authorization, now);
    const caller = this.authenticator.callerOf(secret.credential);
    const context = this.begin(request, operation, caller, () => {
      const later = Date.now();
      this.authenticator.requireUsable(this.authenticator.identify(authorization, later), address, later);
    });
    this.authenticator.requireUsable(secret, address, now);
    return context;
  }

  /** From here on a refusal is recorded as the caller's. */
  private begin(
    { channel, onIdentified }: AdmissionRequest,
    { name, kind }: AdmittedOperation,
    caller: Caller,
    requireStillAdmitted: () => void,
  ): RequestContext {
    const context: RequestContext = {
      caller,
      channel,
      operation: name,
      kind,
      items: 1,
      subjects: [],
      errorCode: null,
      status: null,
      evidence: null,
      beganAt: performance.now(),
      requireStillAdmitted,
    };
    onIdentified(context);
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
