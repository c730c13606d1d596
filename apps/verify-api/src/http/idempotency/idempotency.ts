import { createHash } from 'node:crypto';
import { canonicalJson } from '@service/evidence';
import type { FastifyRequest } from 'fastify';
import { parseOptionalBody } from '../json-body.js';
import { parseIdempotencyKey } from './idempotency-key.js';

/**
 * What makes one request of a request and its repetitions. The key that travels is a hash: what callers name
 * their requests by is nobody's business, and no credential's key can be another's.
 */
export class Idempotency {
  private constructor(
    private readonly scope: readonly unknown[],
    /** SHA-256 of what was asked for, in hex. */
    readonly bodyDigest: () => string,
  ) {}

  /**
   * Null where the request came with no key.
   * @throws ServiceError `request.invalid` for a key that is none.
   */
  static of(request: FastifyRequest, credentialId: string): Idempotency | null {
    const key = parseIdempotencyKey(request.raw.headersDistinct['idempotency-key']);
    if (key === null) return null;
    const { method, params, routeOptions } = request;
    const scope = [credentialId, method, routeOptions.url, params, key];
    let digest: string | undefined;
    return new Idempotency(scope, () => (digest ??= digestOf(request)));
  }

  /** SHA-256 of credential, route and key, in hex. */
  get key(): string {
    return sha256(canonicalJson(this.scope));
  }

  /** One command of several that the request amounts to. */
  part(name: string): Idempotency {
    return new Idempotency([...this.scope, name], this.bodyDigest);
  }
}

/**
 * Of the canonical form (RFC 8785), not of the bytes: a client that builds its body again for a retry may well
 * order its members anew. `If-Match` belongs to what is asked for.
 */
function digestOf({ headers, body }: FastifyRequest): string {
  return sha256(canonicalJson([headers['if-match'] ?? null, parseOptionalBody(body)]));
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
