import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ProofPreferences } from '../../interface/call.js';
import { nonceOf } from './nonce.js';
import { PREFERENCE_APPLIED, preferredWait, waitApplied } from './prefer.js';

/** Preferences as the headers of a request state them. */
export class HeaderPreferences implements ProofPreferences {
  constructor(
    private readonly request: FastifyRequest,
    private readonly reply: FastifyReply,
  ) {}

  nonce(): string | null {
    return nonceOf(this.request.headers);
  }

  wantedWait(otherwise = 0): number {
    return preferredWait(this.request.headers, otherwise);
  }

  /** Adds a header to the answer if a preference was applied. */
  wait(otherwise = 0): number {
    const seconds = this.wantedWait(otherwise);
    if (this.wantedWait() > 0) void this.reply.header(PREFERENCE_APPLIED, waitApplied(seconds));
    return seconds;
  }
}
