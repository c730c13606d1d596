import {
  agreedNow,
  ServiceError,
  insufficientScope,
  invalidRequest,
  type HeldCapability,
} from '@service/contracts';
import { isNonce } from '@service/evidence';
import { serviceErrorOf } from '@service/messaging/commands';
import { checkInput } from '../../interface/inputs/check-input.js';
import type { FailureLog } from '../../infrastructure/failure-log.js';
import type { Admission } from '../../admission/admission.js';
import { askedIds } from '../../admission/asked-ids.js';
import type { Call, ProofPreferences } from '../../interface/call.js';
import { Idempotency } from '../../interface/idempotency.js';
import type { AnyOperation } from '../../interface/operation.js';
import type { Operations } from '../../admission/operations.js';
import type { RequestContext } from '../../interface/request-context.js';
import type { AnswerSigner } from '../../infrastructure/answer-signer.js';

/** The services that answer messages. */
export interface ExchangeParts {
  admission: Admission;
  operations: Operations;
  signer: AnswerSigner;
  failures: FailureLog;
}

/** The parts of its HTTP request that an exchange uses. */
export interface ExchangeRequest {
  readonly requestId: string;
  readonly trace: Pick<Call, 'traceparent' | 'tracestate'>;
  readonly context: RequestContext;
  /** Whether the client asked for tools that only read. */
  readonly readOnly: boolean;
}

/** Options for one call of an operation. */
export interface Calling {
  /** Further checks of the request, run only if the caller may call the operation. */
  readonly check?: () => void;
  readonly nonce?: unknown;
  /** Identifies the call and its repetitions. @throws ServiceError `request.invalid`. */
  readonly idempotency?: () => Idempotency | null;
}

/** One message to the MCP endpoint while it is answered. It calls at most one operation, as its caller. */
export class McpExchange {
  /** The operation that the message calls, and the refusal where the caller may not call it. */
  private admitted: { operation: AnyOperation; refusal: unknown } | null = null;

  constructor(
    private readonly parts: ExchangeParts,
    readonly request: ExchangeRequest,
  ) {}

  get caller() {
    return this.request.context.caller;
  }

  /**
   * Counts the operation that a message calls, before any work is done for it, and checks that the caller may call it.
   * `run` throws the refusal later, so that it can become the tool's answer.
   * @returns the refusal; undefined where the caller may call it.
   */
  admit(operation: AnyOperation): unknown {
    const { context } = this.request;
    this.admitted = { operation, refusal: undefined };
    try {
      this.parts.admission.allow(context, operation, agreedNow());
      if (this.withholds(operation)) throw this.readsOnly(operation);
    } catch (refusal) {
      this.admitted.refusal = refusal;
    }
    return this.admitted.refusal;
  }

  get signer(): AnswerSigner {
    return this.parts.signer;
  }

  /** Whether the caller may call an operation through this endpoint. */
  allows(operation: AnyOperation): boolean {
    if (this.withholds(operation)) return false;
    const { access } = operation;
    if (access === 'any' || access === 'public') return true;
    return [access].flat().some((each) => this.caller.capabilities.includes(each));
  }

  /**
   * Whether the access token only lacks a scope for the admitted operation. Then an HTTP challenge tells the client,
   * which can request a token with that scope; a model could not.
   */
  wantsScope(operation: AnyOperation): boolean {
    if (this.caller.actor.type !== 'oauth' || this.withholds(operation)) return false;
    const refusal = this.admitted?.refusal;
    return refusal instanceof ServiceError && refusal.code === 'authority.insufficient_scope';
  }

  /**
   * Calls an operation, as a request to the API would.
   * @param members of its input, unchecked.
   * @throws ServiceError as the operation's route does.
   */
  async run(operation: AnyOperation, members: object, calling: Calling = {}): Promise<unknown> {
    const { context, requestId, trace } = this.request;
    if (this.admitted?.operation !== operation) throw new TypeError(`${operation.name} was not admitted.`);
    const { refusal } = this.admitted;
    if (!isTooMany(refusal)) context.subjects = askedIds(members);
    if (refusal !== undefined) throw refusal;
    calling.check?.();
    const input = operation.input === undefined ? {} : checkInput(operation.input, members);
    const call: Call = {
      ...context.caller,
      // As over HTTP, an operator has no project, and no capability that needs one.
      projectId: context.caller.projectId as string,
      requestId,
      ...trace,
      versions: { known: new Map(), written: new Map() },
      idempotency: calling.idempotency?.() ?? null,
      preferences: preferencesOf(calling.nonce),
      // No listener is needed: the preferences ask for no wait, so the call ends soon.
      onGone: () => () => undefined,
      requestContext: context,
      network: '',
    };
    return this.parts.operations.run(operation, call, input);
  }

  /** The registry's error for a thrown value; notes its code and status for the history. */
  errorOf(thrown: unknown): ServiceError {
    const { context, requestId, trace } = this.request;
    const error = serviceErrorOf(thrown) ?? this.unforeseen(thrown);
    context.errorCode = error.code;
    context.status = error.status;
    context.evidence = null;
    this.parts.failures.answered({ id: requestId, operation: context.operation, trace }, error);
    return error;
  }

  /** Whether the client asked for tools that only read, and this operation writes. */
  private withholds({ kind }: AnyOperation): boolean {
    return this.request.readOnly && kind === 'write';
  }

  private readsOnly({ access }: AnyOperation): ServiceError {
    const [needed] = [access].flat() as [HeldCapability];
    const held = this.caller.capabilities.filter((capability) => capability !== needed);
    return insufficientScope(
      needed,
      held,
      'The client asked for `?readonly=1`: it may call no tool that writes.',
    );
  }

  private unforeseen(thrown: unknown): ServiceError {
    const { requestId: id, trace } = this.request;
    this.parts.failures.unforeseen({ id, trace }, thrown);
    return new ServiceError('internal.error');
  }
}

/** Whether a refusal is for too many requests: it must be cheap, so nothing of the request is read. */
export function isTooMany(refusal: unknown): boolean {
  return refusal instanceof ServiceError && refusal.status === 429;
}

function preferencesOf(nonce: unknown): ProofPreferences {
  return {
    nonce: () => {
      if (nonce === undefined) return null;
      if (typeof nonce === 'string' && isNonce(nonce)) return nonce;
      throw invalidRequest('nonce', 'must be 1 to 128 visible ASCII characters');
    },
    wantedWait: (otherwise = 0) => otherwise,
    wait: (otherwise = 0) => otherwise,
  };
}
