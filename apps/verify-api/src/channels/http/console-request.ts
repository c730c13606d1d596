import type { IncomingMessage } from 'node:http';
import { ServiceError } from '@service/contracts';
import type { AskingSession } from '../../admission/authentication/sessions/session.js';

/** An act, as a proof is bound to it. */
export interface Act {
  readonly method: string;
  /** With its query: `/v1/credentials`, or `api/keys/password` for a route of the Console’s own. */
  readonly path: string;
  readonly projectId: string | null;
  /** The exact bytes; null without a body. */
  readonly body: Buffer | null;
}

/** What is known of a request that came by the API of the Console. */
export interface ConsoleRequest {
  /** The Console’s origin, as the browser knows it. @throws ServiceError where the request may not come from where it does. */
  readonly origin: () => string;
  /** Its session. @throws ServiceError as `origin`, and where it has none. */
  readonly session: () => AskingSession;
  /**
   * Refuses an act without a fresh proof of who asks, and uses the proof up.
   * @throws ServiceError `session.step_up_required`, `session.challenge_invalid`.
   */
  readonly requireProof: (act: Act) => Promise<void>;
}

/** Requests of the Console. No field of a request can make it one. */
const requests = new WeakMap<IncomingMessage, ConsoleRequest>();

export function markConsoleRequest(request: IncomingMessage, known: ConsoleRequest): void {
  requests.set(request, known);
}

/** Undefined for a request that did not come by the API of the Console. */
export function consoleRequestOf(request: IncomingMessage): ConsoleRequest | undefined {
  return requests.get(request);
}

/** @throws ServiceError `route.not_found` for a request that did not come through the door of the Console. */
export function requireConsoleRequest(request: IncomingMessage): ConsoleRequest {
  const known = consoleRequestOf(request);
  if (known === undefined) throw new ServiceError('route.not_found');
  return known;
}
