import { canonicalJson } from '@service/evidence';
import type { FastifyRequest } from 'fastify';
import { Idempotency, sha256 } from '../../../interface/idempotency.js';
import { parseIdempotencyKey } from './idempotency-key.js';

/**
 * Identifies a request and its retries by credential, route, path parameters and `Idempotency-Key`. Null without a key.
 * @param parse what reads the body.
 * @throws ServiceError `request.invalid` for an invalid key.
 */
export function idempotencyOf(
  request: FastifyRequest,
  credentialId: string,
  parse: (raw: unknown) => unknown,
): Idempotency | null {
  const key = parseIdempotencyKey(request.raw.headersDistinct['idempotency-key']);
  if (key === null) return null;
  const { method, params, routeOptions } = request;
  const scope = [credentialId, method, routeOptions.url, params, key];
  let digest: string | undefined;
  return new Idempotency(scope, () => (digest ??= digestOf(request, parse)));
}

/**
 * Digest of the canonical form (RFC 8785), not of the bytes: a client that builds the body again for a retry may order
 * its members differently. `If-Match` is part of the request.
 */
function digestOf({ headers, body }: FastifyRequest, parse: (raw: unknown) => unknown): string {
  return sha256(canonicalJson([headers['if-match'] ?? null, parse(body)]));
}
