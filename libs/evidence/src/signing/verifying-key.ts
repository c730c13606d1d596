import { ed25519LaterVerifier, ed25519Verifier } from '#platform';
import type { Verify, VerifyLater } from '../platform/types.js';
import { decodeBase64url } from '../encoding/base-encodings.js';
import { EvidenceError } from '../evidence-error.js';
import { isSoundPublicKey, isSoundSignature } from './ed25519-rules.js';

/**
 * An Ed25519 public key, parsed and checked once. The same rule applies to all signatures: the key and R are canonical and
 * not of low order, S is below the group's order, and R is compared in encoded form, without the cofactor (RFC 8032,
 * section 5.1.7, always with the stricter option).
 */
export class VerifyingKey {
  private readonly check: Verify;
  private readonly checkLater: VerifyLater;

  /** @throws EvidenceError `key.malformed` on a key of another length, not canonical, or of low order. */
  constructor(publicKey: Uint8Array) {
    if (!isSoundPublicKey(publicKey)) {
      throw new EvidenceError('key.malformed', 'This is not a sound Ed25519 public key.');
    }
    this.check = ed25519Verifier(publicKey);
    this.checkLater = ed25519LaterVerifier(publicKey);
  }

  /** Reads a key in base64url, as a JWK's `x`. @throws EvidenceError where it is invalid. */
  static of(publicKey: string): VerifyingKey {
    return new VerifyingKey(decodeBase64url(publicKey));
  }

  /** Whether a signature over a message is valid; false for a malformed one. */
  verify(message: Uint8Array, signature: Uint8Array): boolean {
    return isSoundSignature(signature) && this.check(message, signature);
  }

  /** The same, beside the event loop where the platform has threads. */
  async verifyLater(message: Uint8Array, signature: Uint8Array): Promise<boolean> {
    return isSoundSignature(signature) && (await this.checkLater(message, signature));
  }
}

/** Whether a signature over a message is valid under a public key of 32 bytes, by the rule of `VerifyingKey`. */
export function verifyEd25519(publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean {
  return isSoundPublicKey(publicKey) && new VerifyingKey(publicKey).verify(message, signature);
}
