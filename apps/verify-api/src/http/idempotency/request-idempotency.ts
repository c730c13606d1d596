import { canonicalJson } from '@service/evidence';
import type { FastifyRequest } from 'fastify';
import { Idempotency, sha256 } from '../../operations/idempotency.js';
import { parseOptionalBody } from '../json-body.js';
import { parseIdempotencyKey } from './idempotency-key.js';

/**
 * What makes a request and its repetitions one: credential, route and `Idempotency-Key`. Null where it came with no key.
 * @throws ServiceError `request.invalid` for a key that is none.
 */
export function idempotencyOf(request: FastifyRequest, credentialId: string): Idempotency | null {
  const key = parseIdempotencyKey(request.raw.headersDistinct['idempotency-key']);
  if (key === null) return null;
  const { method, params, routeOptions } = request;
  const scope = [credentialId, method, routeOptions.url, params, key];
  let digest: string | undefined;
  return new Idempotency(scope, () => (digest ??= digestOf(request)));
}

/**
 * Of the canonical form (RFC 8785), not of the bytes: a client that builds its body again for a retry may well
 * order its members differently. `If-Match` belongs to what is asked for.
 */
function digestOf({ headers, body }: FastifyRequest): string {
  return sha256(canonicalJson([headers['if-match'] ?? null, parseOptionalBody(body)]));
}
