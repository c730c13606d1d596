import type { FastifyReply } from 'fastify';
import type { ProofPreferences } from '../../interface/call.js';
import type { GatewayRequest } from './gateway-request.js';
import { nonceOf } from './nonce.js';
import { PREFERENCE_APPLIED, preferredWait, waitApplied } from './prefer.js';

/** Preferences as the headers of a request state them. */
export class HeaderPreferences implements ProofPreferences {
  constructor(
    private readonly request: GatewayRequest,
    private readonly reply: FastifyReply,
  ) {}

  nonce(): string | null {
    return nonceOf(this.request.headers);
  }

  wantedWait(otherwise = 0): number {
    return preferredWait(this.request.headers, otherwise);
  }

  /** Adds a header to the answer if a preference was applied, and the wait to the time that the request may take. */
  wait(otherwise = 0): number {
    const seconds = this.wantedWait(otherwise);
    if (this.wantedWait() > 0) void this.reply.header(PREFERENCE_APPLIED, waitApplied(seconds));
    const { requestContext } = this.request;
    if (requestContext !== undefined) requestContext.deadline += seconds * 1_000;
    return seconds;
  }
}
