import {
  createHash,
  createHmac,
  createSecretKey,
  hkdfSync,
  timingSafeEqual,
  type KeyObject,
} from 'node:crypto';
import type { BoundSecret, StoredSecret } from '@service/contracts';
import type { Token } from '../tokens/token.js';
import { bindingOf, type SecretHolder } from '../../views/secret-binding.js';

/** The parts of a stored secret that the upgrade vouched for; its pepper is the one that does. */
type Vouched = Pick<StoredSecret, 'key_id' | 'hmac'>;

/** Block size of SHA-256, in bytes. */
const BLOCK = 64;

/** A key that token secrets are hashed under, so that a stolen database reveals nothing about them. */
export class Pepper {
  private readonly key: KeyObject;
  private vouchingKey: KeyObject | undefined;
  /** Identifies the pepper without revealing anything about it. */
  readonly id: string;

  constructor(secret: string) {
    const bytes = Buffer.from(secret, 'utf8');
    // HMAC hashes a longer key at every use (RFC 2104, section 2). Hashing it once makes all peppers cost the same.
    const key = bytes.length > BLOCK ? createHash('sha256').update(bytes).digest() : bytes;
    this.key = createSecretKey(key);
    this.id = createHash('sha256').update(`pepper-id\n${secret}`).digest('hex').slice(0, 16);
  }

  /**
   * Makes what is stored instead of a token: the HMAC-SHA-256 (RFC 2104) of the binding to its credential, then of the
   * token's prefix, key id and secret.
   */
  seal(token: Token, holder: SecretHolder): BoundSecret {
    const hmac = this.hmacOf(token, bindingOf(holder)).toString('hex');
    return { format: 'bound/v1', kind: token.kind, key_id: token.keyId, hmac, pepper_id: this.id };
  }

  /**
   * Whether the token matches the stored HMAC, compared in constant time.
   * @param binding what the HMAC covers before the token, as `bindingOf` returns it; empty for release 0.1.0.
   */
  matches(token: Token, stored: Buffer, binding: string): boolean {
    const hmac = this.hmacOf(token, binding);
    // An edited row can hold fewer bytes.
    return hmac.length === stored.length && timingSafeEqual(hmac, stored);
  }

  /** The code by which the upgrade vouched that a secret of release 0.1.0 is its credential's. */
  vouchFor(secret: Vouched, holder: SecretHolder): string {
    return this.vouchingMac(secret, holder).toString('base64url');
  }

  /** Whether such a code is this secret's and its credential's, compared in constant time. */
  vouchesFor(secret: Vouched, holder: SecretHolder, code: string): boolean {
    const expected = this.vouchingMac(secret, holder);
    const given = Buffer.from(code, 'base64url');
    return given.length === expected.length && timingSafeEqual(given, expected);
  }

  /** A key of 32 bytes for another purpose, which reveals nothing about this one: HKDF-SHA-256 (RFC 5869). */
  derive(purpose: string): Buffer {
    return Buffer.from(hkdfSync('sha256', this.key, '', purpose, 32));
  }

  private hmacOf(token: Token, binding: string): Buffer {
    return createHmac('sha256', this.key).update(binding).update(token.hashed).digest();
  }

  private vouchingMac({ key_id, hmac }: Vouched, holder: SecretHolder): Buffer {
    this.vouchingKey ??= createSecretKey(this.derive('secrets of release 0.1.0'));
    return createHmac('sha256', this.vouchingKey)
      .update(`${bindingOf(holder)}${key_id}\n${hmac}`)
      .digest();
  }
}
