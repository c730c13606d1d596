import { invalidRequest } from '@service/contracts';
import { canonicalJson } from '@service/evidence';
import type { FastifyRequest } from 'fastify';
import { Idempotency, sha256 } from '../../interface/idempotency.js';

/** The header field, as people write it. */
export const IDEMPOTENCY_KEY = 'Idempotency-Key';

const MOST = 255;
const PRINTABLE = /^[ -~]+$/;
/** A string of RFC 8941, section 3.3.3, the form of the header in draft-ietf-httpapi-idempotency-key-header. */
const QUOTED = /^"((?:[ !#-[\]-~]|\\["\\])*)"$/;

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

/**
 * The key of a request: 1 to 255 printable ASCII characters, with or without quotes; null without a field.
 * @param fields all fields with that name.
 * @throws ServiceError `request.invalid` for any other text and for several fields.
 */
export function parseIdempotencyKey(fields: readonly string[] | undefined): string | null {
  if (fields === undefined) return null;
  const [field = ''] = fields;
  const key = field.startsWith('"') ? QUOTED.exec(field)?.[1]?.replaceAll(/\\(.)/g, '$1') : field;
  if (fields.length === 1 && key !== undefined && key.length <= MOST && PRINTABLE.test(key)) return key;
  throw invalidRequest(IDEMPOTENCY_KEY, `must be one text of 1 to ${MOST} printable ASCII characters`);
}
