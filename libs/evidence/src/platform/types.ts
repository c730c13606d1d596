/** An Ed25519 key pair in base64url, as in a JWK. RFC 8037, section 2. */
export interface Ed25519KeyPair {
  /** Public key. */
  x: string;
  /** Private key, secret. */
  d: string;
}

/** Signs bytes, 64 bytes. RFC 8032, section 5.1.6. */
export type Sign = (message: Uint8Array) => Uint8Array;

/**
 * Whether S·B - h·A, encoded, equals R: RFC 8032, section 5.1.7, without the cofactor. Key and signature must be sound,
 * which the caller checks.
 */
export type Verify = (message: Uint8Array, signature: Uint8Array) => boolean;

/** The same beside the event loop, where the platform has threads for it. */
export type VerifyLater = (message: Uint8Array, signature: Uint8Array) => Promise<boolean>;

/** HMAC of parts one after the other, texts as their UTF-8 bytes. */
export type Hmac = (...parts: readonly (Uint8Array | string)[]) => Uint8Array;
