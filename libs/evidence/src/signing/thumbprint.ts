import { hash } from 'node:crypto';

/** Name of an Ed25519 public key (32 bytes in base64url): its JWK's SHA-256 thumbprint in base64url, RFC 7638. */
export function keyThumbprint(publicKey: string): string {
  return hash('sha256', `{"crv":"Ed25519","kty":"OKP","x":"${publicKey}"}`, 'base64url');
}
