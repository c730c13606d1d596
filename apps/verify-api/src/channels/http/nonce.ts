import type { IncomingHttpHeaders } from 'node:http';
import { invalidRequest } from '@service/contracts';
import { isNonce } from '@service/evidence';

export const NONCE = 'Service-Nonce';

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
