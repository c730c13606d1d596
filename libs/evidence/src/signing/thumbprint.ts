import { sha256 } from '#platform';
import { encodeBase64url } from '../encoding/base-encodings.js';
import { canonicalJson } from '../json/canonical-json.js';

/**
 * Id of an Ed25519 key: base64url of the SHA-256 of its public JWK's required members. RFC 7638, section 3, and
 * RFC 8037, section 2.
 * @param publicKey in base64url, the JWK's `x`.
 */
export function thumbprint(publicKey: string): string {
  return encodeBase64url(sha256(canonicalJson({ crv: 'Ed25519', kty: 'OKP', x: publicKey })));
}
