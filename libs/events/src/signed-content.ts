import { concatBytes, utf8, type Hmac } from '@service/evidence/primitives';

/**
 * HMAC-SHA-256 (RFC 2104) over `<id>.<timestamp>.<raw body>`, 32 bytes. The specification's signature uses it with a
 * timestamp in ISO 8601, Standard Webhooks with seconds.
 */
export function hmacOf(hmac: Hmac, id: string, timestamp: string, body: string | Uint8Array): Uint8Array {
  return hmac(`${id}.${timestamp}.`, body);
}

/** The bytes that an Ed25519 signature is made over, in a buffer of their own. Standard Webhooks, "Signature scheme". */
export function contentOf(id: string, timestamp: string, body: string | Uint8Array): Uint8Array {
  const head = `${id}.${timestamp}.`;
  return typeof body === 'string' ? utf8(head + body) : concatBytes(utf8(head), body);
}
