import type { Channel } from '@service/history';
import type { Caller } from '../authentication/caller.js';
import type { Versions } from '../views/shown-versions.js';
import type { Idempotency } from './idempotency.js';
import type { RequestContext } from './request-context.js';

/** What a use case knows of a request that anybody may send. */
export interface PublicCall {
  readonly channel: Channel;
  readonly requestId: string;
  /** Trace context that commands and events carry on; null where the request has none. */
  readonly traceparent: string | null;
  /** Null where no credential was asked for. */
  readonly requestContext: RequestContext | null;
}

/** What a use case knows of its caller and of the request, whatever channel it came through. */
export interface Call extends PublicCall, Omit<Caller, 'projectId'> {
  /** Set for every operation that asks for a capability of projects; an operator has none, and can pass none of them. */
  readonly projectId: string;
  readonly versions: RequestVersions;
  /** Null where the request has no idempotency key, or changes nothing. */
  readonly idempotency: Idempotency | null;
  readonly preferences: ProofPreferences;
  readonly requestContext: RequestContext;
}

/** What a request knows of versions, and the versions that it has made. */
export interface RequestVersions {
  readonly known: Versions;
  readonly written: Map<string, number>;
}

/** What a caller wants of an answer that proves something. */
export interface ProofPreferences {
  /**
   * A value of the caller's that the signature covers; null for none.
   * @throws ServiceError `request.invalid`.
   */
  nonce(): string | null;
  /**
   * Seconds to wait until the log has what the answer shows, at most ten.
   * @param otherwise seconds where the caller asks for none.
   */
  wait(otherwise?: number): number;
}
