import { generateKeyPairSync, sign } from 'node:crypto';

/** An issuer with its own key. */
export interface Issuer {
  /** 32 bytes in base64url. */
  publicKey: string;
  /** Signs a statement about a record, as the documentation says. */
  sign(statement: Record<string, unknown>): string;
}

/** An issuer with a fresh key, which needs no code of the service to sign. */
export function newIssuer(): Issuer {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  return {
    publicKey: publicKey.export({ format: 'jwk' }).x ?? '',
    sign: (statement) => {
      const canonical = JSON.stringify(
        Object.fromEntries(Object.entries(statement).sort(([left], [right]) => (left < right ? -1 : 1))),
      );
      return sign(null, Buffer.from(`issuer/v1\n${canonical}`), privateKey).toString('base64url');
    },
  };
}
