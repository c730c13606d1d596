import { createHash, createHmac, createSecretKey, timingSafeEqual, type KeyObject } from 'node:crypto';

const KEY_BYTES = 32;

/** A key of HMAC-SHA-256 (RFC 2104), with which one app authenticates what another wrote. */
export class AuthenticationKey {
  private readonly key: KeyObject;
  /** First 16 hex digits of the SHA-256 of the key. */
  readonly id: string;

  private constructor(bytes: Buffer) {
    this.key = createSecretKey(bytes);
    this.id = createHash('sha256').update(bytes).digest('hex').slice(0, 16);
  }

  /** The key on a line, 32 bytes in base64 or base64url; null where the line is invalid. */
  static parse(line: string): AuthenticationKey | null {
    const bytes = Buffer.from(line, 'base64');
    return bytes.length === KEY_BYTES ? new AuthenticationKey(bytes) : null;
  }

  /** The message authentication code of a message under its context: 32 bytes. */
  mac(context: string, message: string | Uint8Array): Buffer {
    // A context holds no line feed, so no other pair of context and message gives the same bytes.
    return createHmac('sha256', this.key).update(`${context}\n`).update(message).digest();
  }

  /** Whether a code is that of the message; takes the same time for every code of 32 bytes. */
  isMac(code: Uint8Array, context: string, message: string | Uint8Array): boolean {
    const expected = this.mac(context, message);
    return code.length === expected.length && timingSafeEqual(code, expected);
  }
}
