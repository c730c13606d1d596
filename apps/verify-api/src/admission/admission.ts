import { Inject, Injectable } from '@nestjs/common';
import { agreedNow, ServiceError, UnavailableError, insufficientScope } from '@service/contracts';
import type { Channel } from '@service/history';
import { Authenticator, requireCapability } from './authentication/authenticator.js';
import { requireUnlimited, type Caller } from './authentication/caller.js';
import type { TokenSubject } from './authentication/oauth/access-token.js';
import { FormerSecretUses } from './authentication/former-secret-uses.js';
import { OauthCallers } from './authentication/oauth/oauth-callers.js';
import { JustIssued } from './authentication/tokens/just-issued.js';
import { UnknownKeyError } from './authentication/tokens/unknown-key-error.js';
import type { AskingSession } from './authentication/sessions/session.js';
import { SessionCallers } from './authentication/sessions/session-callers.js';
import { RESTORED_COPY } from '../infrastructure/injection-tokens.js';
import { Limits, type LimitedCaller } from './limits/limits.js';
import type { RateRule } from './limits/rules.js';
import type { AdmittedOperation } from '../interface/operation.js';
import { beginContext, type RequestContext } from '../interface/request-context.js';

/** A request before its admission, as its channel reads it. */
export interface AdmissionRequest {
  readonly channel: Channel;
  /** The `Authorization` header, or a channel's equivalent: `Bearer <token>`. */
  readonly authorization: string | undefined;
  /** The subject of the access token that the channel accepts in the place of a credential, its signature proven. */
  readonly subject?: TokenSubject | undefined;
  /** The session of a person who asks, in the place of a credential. */
  readonly session?: AskingSession | undefined;
  /** Address of the client. */
  readonly address: string;
  /** Called once the secret is verified, so that a later refusal is recorded too. */
  readonly onIdentified: (context: RequestContext) => void;
}

/** Refusals of one caller that may not be used any more which leave lines in the history. */
const RECORDED_REFUSALS: RateRule = { perSecond: 1, burst: 60 };

/** Admits requests of every channel. Checks credential, rate and capability, in the order of the specification. */
@Injectable()
export class Admission {
  constructor(
    private readonly authenticator: Authenticator,
    private readonly oauthCallers: OauthCallers,
    private readonly sessionCallers: SessionCallers,
    private readonly limits: Limits,
    private readonly formerUses: FormerSecretUses,
    private readonly justIssued: JustIssued,
    @Inject(RESTORED_COPY) private readonly isCopy: boolean,
  ) {}

  /**
   * Admits a request, or does so again once the credential of a token has arrived that another replica gave out a moment ago.
   * It is a promise only then, so that known tokens cost none.
   * @param admit throws what `admit` and `identify` do.
   */
  onceKnown<Admitted>(admit: () => Admitted): Admitted | Promise<Admitted> {
    try {
      return admit();
    } catch (error) {
      if (!(error instanceof UnknownKeyError)) throw error;
      return this.justIssued.arrives(error.keyId).then((arrived) => {
        if (!arrived) throw error;
        return admit();
      });
    }
  }

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
   * Creates the context of a request whose credential, access token or session may be used.
   * @throws ServiceError of authentication and of the credential's terms.
   */
  identify(request: AdmissionRequest, operation: AdmittedOperation, now: number): RequestContext {
    const { authorization, address, subject, session } = request;
    if (session !== undefined) return this.identifyPerson(request, session, operation, now);
    if (subject !== undefined) {
      const caller = this.oauthCallers.callerOf(subject);
      const requireUsable = (at: number) => this.oauthCallers.requireUsable(subject, at);
      return this.begin(
        request,
        operation,
        caller,
        () => requireUsable(agreedNow()),
        () => requireUsable(now),
      );
    }
    const secret = this.authenticator.identify(authorization, now);
    const caller = this.authenticator.callerOf(secret.credential);
    const requireStillAdmitted = () => {
      const later = agreedNow();
      this.authenticator.requireUsable(this.authenticator.identify(authorization, later), address, later);
    };
    const context = this.begin(request, operation, caller, requireStillAdmitted, () =>
      this.authenticator.requireUsable(secret, address, now),
    );
    if (secret.worksUntil !== null) this.formerUses.note(secret.keyId, now);
    return context;
  }

  /** A refused project is recorded as the operator’s own act: the history of the project itself has no place for it. */
  private identifyPerson(
    request: AdmissionRequest,
    { session, projectId, requireOpen }: AskingSession,
    operation: AdmittedOperation,
    now: number,
  ): RequestContext {
    const people = this.sessionCallers;
    const callerNow = (at: number): Caller =>
      people.callerIn(session, people.operatorOf(session, at), projectId);
    let caller = people.strangerOf(session);
    const requireStillAdmitted = (): void => {
      const later = agreedNow();
      requireOpen(later);
      requireAsMuch(callerNow(later), caller);
      people.requireActive(projectId);
    };
    people.operatorOf(session, now);
    try {
      caller = callerNow(now);
    } catch (refusal) {
      this.begin(request, operation, caller, requireStillAdmitted);
      throw refusal;
    }
    const context = this.begin(request, operation, caller, requireStillAdmitted);
    people.requireActive(projectId);
    return context;
  }

  /**
   * From here on a refusal is recorded as the caller's. Of those who are not usable any more only some are: nothing ends their
   * requests, and these would fill the history.
   */
  private begin(
    { channel, onIdentified }: AdmissionRequest,
    operation: AdmittedOperation,
    caller: Caller,
    requireStillAdmitted: () => void,
    requireUsable: () => void = () => undefined,
  ): RequestContext {
    const context = beginContext(operation, { caller, channel, requireStillAdmitted });
    try {
      requireUsable();
    } catch (refusal) {
      if (refusal instanceof UnavailableError || this.isRecorded(caller)) onIdentified(context);
      throw refusal;
    }
    onIdentified(context);
    return context;
  }

  private isRecorded({ projectId, credentialId }: Caller): boolean {
    try {
      this.limits.takeFor(`refused:${projectId} ${credentialId}`, RECORDED_REFUSALS, agreedNow());
      return true;
    } catch {
      return false;
    }
  }

  /**
   * Counts an operation and checks that the caller may call it. It becomes the one that the interaction names.
   * @throws ServiceError `rate.limited`, `quota.exceeded`, `authority.insufficient_scope`, `credential.limited`,
   *   `service.restored_copy`.
   */
  allow(context: RequestContext, operation: AdmittedOperation, now: number): void {
    const { name, access, kind, ofWholeProject } = operation;
    const { caller } = context;
    context.operation = name;
    context.kind = kind;
    this.limits.take(limitedOf(caller), kind, 1, now);
    if (typeof access !== 'string') requireCapability(caller, ...access);
    else if (access !== 'any' && access !== 'public') requireCapability(caller, access);
    if (ofWholeProject !== undefined) requireUnlimited(caller, ofWholeProject);
    this.requireOriginal(operation);
  }

  /**
   * Refuses what changes or proves something, on a restored copy: also for somebody who is not known yet.
   * @throws ServiceError `service.restored_copy`.
   */
  requireOriginal({ kind, proves }: Pick<AdmittedOperation, 'kind' | 'proves'>): void {
    if (this.isCopy && (kind !== 'read' || proves !== undefined)) {
      throw new ServiceError('service.restored_copy');
    }
  }

  /**
   * Charges what an answer cost beyond the operations that were counted before it.
   * @param operations as many as would have cost the same.
   */
  charge({ caller, kind: own }: RequestContext, operations: number, kind = own): void {
    if (operations > 0) this.limits.charge(limitedOf(caller), kind, operations, agreedNow());
  }

  /**
   * Counts the verdicts of a list, each like a verification.
   * @throws ServiceError as `countItems`.
   */
  countVerdicts(context: RequestContext, verdicts: number): void {
    // The list itself was counted as what it is.
    this.limits.takeBatch(context.caller, 'verify', verdicts, agreedNow(), 0);
    context.items = Math.max(1, verdicts);
  }

  /**
   * Call this when a request that had to wait begins to cost: others of its caller were charged meanwhile.
   * @throws ServiceError `rate.limited` while the caller has a debt.
   */
  requireNoDebt({ caller, kind }: RequestContext): void {
    this.limits.requireNoDebt(limitedOf(caller), kind, agreedNow());
  }

  /**
   * Counts the items of a batch; the first one was counted at its admission.
   * @throws ServiceError `request.batch_too_large`, `rate.limited`, `quota.exceeded`.
   */
  countItems(context: RequestContext, items: number): void {
    this.limits.takeBatch(context.caller, context.kind, items, agreedNow());
    context.items = items;
  }
}

/** Whoever holds a link spends nothing of the project that gave it out. */
function limitedOf(caller: Caller): LimitedCaller {
  return caller.actor.type === 'link' ? { ...caller, projectId: null } : caller;
}

/** Refuses a person who holds less than before: an answer under way may be about what was taken away. */
function requireAsMuch({ capabilities }: Caller, before: Caller): void {
  const lost = before.capabilities.find((capability) => !capabilities.includes(capability));
  if (lost !== undefined) throw insufficientScope(lost, capabilities);
}
