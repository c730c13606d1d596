import type { Caller } from '../admission/authentication/caller.js';
import type { Versions } from '../views/shown-versions.js';
import type { Idempotency } from './idempotency.js';
import type { RequestContext } from './request-context.js';

/** What a use case knows of a request that needs no credential. */
export interface PublicCall {
  readonly requestId: string;
  /** Trace context that commands and events continue; null if the request has none. */
  readonly traceparent: string | null;
  readonly tracestate: string | null;
  /** Null if no credential was required. */
  readonly requestContext: RequestContext | null;
  /** The network of a caller whose credential was not required; otherwise empty. */
  readonly network: string;
}

/** What a use case knows of its caller and of the request, whatever channel it came through. */
export interface Call extends PublicCall, Omit<Caller, 'projectId'> {
  /** An operator has no project, and can call no operation that needs one. */
  readonly projectId: string;
  readonly versions: RequestVersions;
  /** Null if the request has no idempotency key, or changes nothing. */
  readonly idempotency: Idempotency | null;
  readonly preferences: ProofPreferences;
  /**
   * Calls a listener once the caller has gone away, never synchronously.
   * @returns a function that removes the listener.
   */
  readonly onGone: (listener: () => void) => () => void;
  readonly requestContext: RequestContext;
}

/** The versions that a request must see, and those that it has written. */
export interface RequestVersions {
  readonly known: Versions;
  readonly written: Map<string, number>;
}

/** What a caller prefers for an answer. */
export interface ProofPreferences {
  /**
   * The caller's own value that the signature covers; null without one.
   * @throws ServiceError `request.invalid`.
   */
  nonce(): string | null;
  /**
   * Seconds, at most ten, for which the caller accepts to wait until the result exists.
   * @param otherwise the seconds if the caller states no preference.
   * @throws ServiceError `request.invalid`.
   */
  wantedWait(otherwise?: number): number;
  /** As `wantedWait`; over HTTP, it also moves the deadline, and the answer confirms a wait that was asked for. */
  wait(otherwise?: number): number;
}
