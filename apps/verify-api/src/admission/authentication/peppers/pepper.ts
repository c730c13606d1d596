import {
  createHash,
  createHmac,
  createSecretKey,
  hkdfSync,
  timingSafeEqual,
  type KeyObject,
} from 'node:crypto';
import type { StoredSecret } from '@service/contracts';
import { pepperId } from '@service/platform/secret-lines';
import type { Token } from '../tokens/token.js';
import { bindingOf, type SecretHolder } from '../../../views/secret-binding.js';

/** Block size of SHA-256, in bytes. */
const BLOCK = 64;

/** A key that token secrets are hashed under, so that a stolen database reveals nothing about them. */
export class Pepper {
  private readonly key: KeyObject;
  readonly id: string;

  constructor(secret: string) {
    const bytes = Buffer.from(secret, 'utf8');
    // HMAC hashes a longer key at every use (RFC 2104, section 2). Hashing it once makes all peppers cost the same.
    const key = bytes.length > BLOCK ? createHash('sha256').update(bytes).digest() : bytes;
    this.key = createSecretKey(key);
    this.id = pepperId(secret);
  }

  /**
   * The stored form of a token: the HMAC-SHA-256 (RFC 2104) of the binding to its credential, then of the token's
   * prefix, key id and secret.
   */
  seal(token: Token, holder: SecretHolder): StoredSecret {
    const hmac = this.hmacOf(token, bindingOf(holder)).toString('hex');
    return { format: 'bound/v1', kind: token.kind, key_id: token.keyId, hmac, pepper_id: this.id };
  }

  /**
   * Whether the token matches the stored HMAC, compared in constant time.
   * @param binding what the HMAC covers before the token, as `bindingOf` returns it.
   */
  matches(token: Token, stored: Buffer, binding: string): boolean {
    const hmac = this.hmacOf(token, binding);
    // An edited row can hold fewer bytes.
    return hmac.length === stored.length && timingSafeEqual(hmac, stored);
  }

  /** A key of 32 bytes for another purpose, which reveals nothing about this one: HKDF-SHA-256 (RFC 5869). */
  derive(purpose: string): KeyObject {
    return createSecretKey(Buffer.from(hkdfSync('sha256', this.key, '', purpose, 32)));
  }

  /** HMAC-SHA-256 of a text that begins with the name of its purpose. */
  hmac(text: string): Buffer {
    return createHmac('sha256', this.key).update(text).digest();
  }

  private hmacOf(token: Token, binding: string): Buffer {
    return createHmac('sha256', this.key).update(binding).update(token.hashed).digest();
  }
}
