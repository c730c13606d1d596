import {
  createHash,
  createHmac,
  createSecretKey,
  hkdfSync,
  timingSafeEqual,
  type KeyObject,
} from 'node:crypto';
import type { StoredSecret } from '@service/contracts';
import type { Token } from '../tokens/token.js';

/** Block size of SHA-256, in bytes. */
const BLOCK = 64;

/** A key that token secrets are hashed under, so that a stolen database reveals nothing about them. */
export class Pepper {
  private readonly key: KeyObject;
  /** Identifies the pepper without revealing anything about it. */
  readonly id: string;

  constructor(secret: string) {
    const bytes = Buffer.from(secret, 'utf8');
    // HMAC hashes a longer key at every use (RFC 2104, section 2). Hashing it once makes all peppers cost the same.
    const key = bytes.length > BLOCK ? createHash('sha256').update(bytes).digest() : bytes;
    this.key = createSecretKey(key);
    this.id = createHash('sha256').update(`pepper-id\n${secret}`).digest('hex').slice(0, 16);
  }

  /** What is stored of a token: HMAC-SHA-256 (RFC 2104) of prefix, key id and secret, in hex. */
  seal(token: Token): StoredSecret {
    return { key_id: token.keyId, hmac: this.hmacOf(token).toString('hex'), pepper_id: this.id };
  }

  /** Whether the token matches the stored HMAC, compared in constant time. */
  matches(token: Token, stored: Buffer): boolean {
    return timingSafeEqual(this.hmacOf(token), stored);
  }

  /** A key of 32 bytes for another purpose, which reveals nothing about this one: HKDF-SHA-256 (RFC 5869). */
  derive(purpose: string): Buffer {
    return Buffer.from(hkdfSync('sha256', this.key, '', purpose, 32));
  }

  private hmacOf(token: Token): Buffer {
    return createHmac('sha256', this.key).update(token.hashed).digest();
  }
}
