import type { IncomingHttpHeaders } from 'node:http';
import { invalidRequest } from '@service/contracts';
import { isNonce } from '@service/evidence';
import type { FastifyReply } from 'fastify';
import type { ProofPreferences } from '../../interface/call.js';
import type { GatewayRequest } from './gateway-request.js';

export const NONCE = 'Service-Nonce';
/** Names the preference that was applied. */
export const PREFERENCE_APPLIED = 'Preference-Applied';

/** The most seconds that an answer waits. */
const LONGEST_WAIT = 10;
const IS_WAIT = /^wait\s*(?:$|[=;])/i;
const WAIT = /^wait\s*=\s*(?:"([0-9]{1,9})"|([0-9]{1,9}))\s*(?:;.*)?$/i;

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
    if (this.wantedWait() > 0) void this.reply.header(PREFERENCE_APPLIED, `wait=${seconds}`);
    const { requestContext } = this.request;
    if (requestContext !== undefined) requestContext.deadline += seconds * 1_000;
    return seconds;
  }
}

/**
 * The caller's own value that the answer's signature covers; null if the request has none.
 * @throws ServiceError `request.invalid`
 */
export function nonceOf(headers: IncomingHttpHeaders): string | null {
  const nonce = headers['service-nonce'];
  if (nonce === undefined) return null;
  if (typeof nonce === 'string' && isNonce(nonce)) return nonce;
  throw invalidRequest(NONCE, 'must be 1 to 128 visible ASCII characters');
}

/**
 * Seconds that a caller prefers to wait (RFC 7240, section 4.3), at most ten. Of several, the first counts. Other
 * preferences are ignored.
 * @param otherwise seconds without a preference.
 * @throws ServiceError `request.invalid` for a wait that is no number of seconds: the caller would not learn why the
 *   answer did not wait.
 */
export function preferredWait({ prefer }: IncomingHttpHeaders, otherwise = 0): number {
  if (prefer === undefined) return otherwise;
  for (const preference of String(prefer).split(',')) {
    const text = preference.trim();
    if (!IS_WAIT.test(text)) continue;
    const found = WAIT.exec(text);
    if (found === null) throw invalidRequest('Prefer', 'must name whole seconds, like wait=5');
    return Math.min(Number(found[1] ?? found[2]), LONGEST_WAIT);
  }
  return otherwise;
}
