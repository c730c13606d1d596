import type { FastifyReply } from 'fastify';
import { entityTag, namesTag } from './entity-tag.js';
import type { GatewayRequest } from './gateway-request.js';

/** The fields that this file adds, for an error that replaces a finished answer. */
export const RESOURCE_FIELDS = ['etag', 'location', 'idempotent-replayed'] as const;

/** Answers to callers are stored by their own caches only, and used again only after asking. */
const REVALIDATED = 'private, no-cache';

/**
 * Adds the header fields about the answered resource: `ETag`, the `Location` of a new one, whether the outcome is that of
 * an earlier request with the same `Idempotency-Key`, and how caches may treat it.
 * @returns the body to send; null for a 304, of which the caller has the body already.
 */
export function addResourceFields(request: GatewayRequest, reply: FastifyReply, payload: unknown): unknown {
  const { idempotency, requestContext } = request;
  // A digest of a body with a secret would say something of the secret.
  const answeredVersion =
    reply.getHeader('cache-control') === 'no-store' ? undefined : request.answeredVersion;
  if (!reply.hasHeader('cache-control')) void reply.header('cache-control', REVALIDATED);
  if (idempotency?.isReplayed === true) void reply.header('idempotent-replayed', 'true');
  if (reply.statusCode === 201) {
    // A link is created below its record, and read at a path of its own.
    const collection = String(request.routeOptions.url).replace(/^\/v1\/.*\//, '/v1/');
    void reply.header('location', `${collection}/${requestContext?.subjects[0]}`);
  }
  if (answeredVersion === undefined || reply.statusCode >= 300 || typeof payload !== 'string') return payload;
  const tag = entityTag(answeredVersion, payload);
  void reply.header('etag', tag);
  return isKnown(request, tag) ? notModified(request, reply, payload) : payload;
}

function isKnown({ method, headers }: GatewayRequest, tag: string): boolean {
  const known = headers['if-none-match'];
  return known !== undefined && (method === 'GET' || method === 'HEAD') && namesTag(known, tag);
}

function notModified({ method }: GatewayRequest, reply: FastifyReply, payload: string): string | null {
  void reply.code(304);
  // Fastify drops the body of a HEAD itself, and computes the length from it.
  if (method === 'HEAD') return payload;
  void reply.removeHeader('content-type');
  return null;
}
