import { digestText, type Digest } from '@service/evidence';
import type { KeyRow } from './operator-keys.js';

/**
 * SHA-256 over the part of a key that authenticates. The operator’s events name it, so that a row whose passkey,
 * password hash or subject was replaced is nobody’s key.
 */
export function passkeyThumbprint(id: Uint8Array, publicKey: Uint8Array): Digest {
  return digestText(`passkey\n${base64url(id)}\n${base64url(publicKey)}`);
}

export function passwordThumbprint(hash: string): Digest {
  return digestText(`password\n${hash}`);
}

export function oidcThumbprint(issuer: string, subject: string): Digest {
  return digestText(`oidc\n${issuer}\n${subject}`);
}

/** The thumbprint computed from a row’s key, not the one that it stores; null where the key is incomplete. */
export function thumbprintOf(row: KeyRow): Digest | null {
  const { kind, passkey_id, public_key, password_hash, issuer, subject } = row;
  if (kind === 'passkey' && passkey_id !== null && public_key !== null) {
    return passkeyThumbprint(passkey_id, public_key);
  }
  if (kind === 'password' && password_hash !== null) return passwordThumbprint(password_hash);
  if (kind === 'oidc' && issuer !== null && subject !== null) return oidcThumbprint(issuer, subject);
  return null;
}

function base64url(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64url');
}
