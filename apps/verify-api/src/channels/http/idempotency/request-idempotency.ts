import { canonicalJson } from '@service/evidence';
import type { FastifyRequest } from 'fastify';
import { Idempotency, sha256 } from '../../../interface/idempotency.js';
import { parseIdempotencyKey } from './idempotency-key.js';

/**
 * Identifies a request and its retries by credential and `Idempotency-Key`; all else is in its digest, so that the key
 * of one request is refused for another. Null without a key.
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
  let digest: string | undefined;
  return new Idempotency([credentialId, key], () => (digest ??= digestOf(request, parse)));
}

/**
 * Digest of the canonical form (RFC 8785), not of the bytes: a client that builds the body again for a retry may order
 * its members differently. Route, path parameters and `If-Match` are part of the request.
 */
function digestOf(
  { method, params, routeOptions, headers, body }: FastifyRequest,
  parse: (raw: unknown) => unknown,
): string {
  const { url } = routeOptions;
  return sha256(canonicalJson([method, url, params, headers['if-match'] ?? null, parse(body)]));
}
