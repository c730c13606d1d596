import { createHmac, type BinaryLike, type KeyObject } from 'node:crypto';

/** The body of a request as received. */
export type RawBody = string | Uint8Array;

/**
 * HMAC-SHA-256 (RFC 2104) over `<id>.<timestamp>.<raw body>`, 32 bytes. The specification's signature uses it with a
 * timestamp in ISO 8601, Standard Webhooks with seconds.
 */
export function hmacOf(key: BinaryLike | KeyObject, id: string, timestamp: string, body: RawBody): Buffer {
  return createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest();
}

/** The bytes that an Ed25519 signature is made over. Standard Webhooks, "Signature scheme". */
export function contentOf(id: string, timestamp: string, body: RawBody): Buffer {
  const before = `${id}.${timestamp}.`;
  return typeof body === 'string' ? Buffer.from(before + body) : Buffer.concat([Buffer.from(before), body]);
}
