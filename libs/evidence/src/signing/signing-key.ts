import { ed25519Signer, generateEd25519 } from '#platform';
import type { Ed25519KeyPair, Sign } from '../platform/types.js';
import { decodeBase64url } from '../encoding/base-encodings.js';
import { EvidenceError } from '../evidence-error.js';
import { isSoundPublicKey } from './ed25519-rules.js';
import { thumbprint } from './thumbprint.js';

/** The purposes of keys: to sign elements, answers, or checkpoints of the log. No key has two. */
export const KEY_PURPOSES = ['provenance', 'answer', 'checkpoint'] as const;
export type KeyPurpose = (typeof KEY_PURPOSES)[number];

/** A key in the file of a key ring: a private JWK of RFC 8037 with `purpose` and `created_at`. */
export interface SigningKeyJwk extends Ed25519KeyPair {
  purpose: KeyPurpose;
  kty: 'OKP';
  crv: 'Ed25519';
  /** ISO 8601, UTC, milliseconds. */
  created_at: string;
}

/** An Ed25519 private key. Printing it never shows the secret half. */
export class SigningKey {
  readonly purpose: KeyPurpose;
  readonly createdAt: string;
  /** RFC 7638 thumbprint of the public key, base64url. */
  readonly keyId: string;
  /** In base64url, as a JWK's `x`. */
  readonly publicKey: string;
  readonly #secret: string;
  readonly #sign: Sign;

  /** @throws EvidenceError `key.malformed` where the halves are not those of one Ed25519 key. */
  constructor({ purpose, created_at: createdAt, x, d }: SigningKeyJwk) {
    this.purpose = purpose;
    this.createdAt = createdAt;
    this.publicKey = x;
    this.keyId = thumbprint(x);
    this.#secret = d;
    this.#sign = keyPairSigner({ x, d });
  }

  /** A new key from the platform's random source. @param createdAt ISO 8601, UTC, milliseconds. */
  static generate(purpose: KeyPurpose, createdAt: string): SigningKey {
    return new SigningKey({
      purpose,
      kty: 'OKP',
      crv: 'Ed25519',
      ...generateEd25519(),
      created_at: createdAt,
    });
  }

  /** Signature over bytes, 64 bytes. */
  sign(bytes: Uint8Array): Uint8Array {
    return this.#sign(bytes);
  }

  /** With the secret half, only for the file of the ring. */
  toPrivateJwk(): SigningKeyJwk {
    const { purpose, publicKey: x, createdAt: created_at } = this;
    return { purpose, kty: 'OKP', crv: 'Ed25519', x, d: this.#secret, created_at };
  }
}

/** Signs with a key pair. @throws EvidenceError `key.malformed` where the halves are not those of one Ed25519 key. */
export function keyPairSigner({ x, d }: Ed25519KeyPair): Sign {
  try {
    // The platform also reads base64url that is not canonical.
    decodeBase64url(d);
    if (isSoundPublicKey(decodeBase64url(x))) return ed25519Signer({ x, d });
  } catch {
    // Falls through: the platform's message could contain a part of the key.
  }
  throw new EvidenceError('key.malformed', 'The halves are not those of one Ed25519 key.');
}
