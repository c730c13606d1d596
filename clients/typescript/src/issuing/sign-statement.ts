import { encodeBase64url, issuerStatementText, keyPairSigner, type IssuerStatement } from '@service/evidence';

/** Signs bytes with an issuer's Ed25519 key, as an HSM does; 64 bytes. */
export type SignBytes = (bytes: Uint8Array) => Uint8Array | Promise<Uint8Array>;

/** An issuer's key: a private JWK (RFC 8037), which browsers do not take, or a function that signs. */
export type IssuerKey = { readonly x: string; readonly d: string } | SignBytes;

/**
 * An issuer's signature over one place in one record's history, in base64url.
 * @throws EvidenceError `key.malformed` for an unsound JWK; TypeError where a function gives no signature.
 */
export async function signIssuerStatement(statement: IssuerStatement, key: IssuerKey): Promise<string> {
  const sign = typeof key === 'function' ? key : keyPairSigner(key);
  const signature = await sign(new TextEncoder().encode(issuerStatementText(statement)));
  if (signature.length !== 64) throw new TypeError('An Ed25519 signature is 64 bytes.');
  return encodeBase64url(signature);
}
