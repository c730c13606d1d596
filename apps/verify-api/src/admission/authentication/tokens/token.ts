import { randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { Environment, TokenKind } from '@service/contracts';

/** The parts of a bearer token. */
export interface Token {
  kind: TokenKind;
  environment: Environment;
  keyId: string;
  /** The text that is hashed: all of the token but the checksum. */
  hashed: string;
}

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const FORM = /^(svc_(audit_|op_)?(dev|prod)_([0-9A-Za-z]{16})_[0-9A-Za-z]{43})([0-9A-Za-z]{6})$/;
const KIND_PARTS: Record<TokenKind, string> = { standard: '', audit: 'audit_', operator: 'op_' };
const ENVIRONMENT_PARTS: Record<Environment, string> = { development: 'dev', production: 'prod' };

/**
 * Regular expression that finds a token of any kind in any text, for secret scanners. It means the same in PCRE,
 * RE2 and ECMAScript. The last six characters are a CRC-32, which confirms a match without a look-up.
 */
export const TOKEN_PATTERN = String.raw`\bsvc_(?:audit_|op_)?(?:dev|prod)_[0-9A-Za-z]{16}_[0-9A-Za-z]{49}\b`;

/** Parses a token; null where its form or checksum is wrong. */
export function parseToken(text: string): Token | null {
  const parts = FORM.exec(text);
  if (parts === null) return null;
  const [, hashed = '', kind, environment, keyId = '', checksum] = parts;
  if (checksumOf(hashed) !== checksum) return null;
  return {
    kind: kind === 'audit_' ? 'audit' : kind === 'op_' ? 'operator' : 'standard',
    environment: environment === 'dev' ? 'development' : 'production',
    keyId,
    hashed,
  };
}

/**
 * A new token: key id, 256 random bits and checksum behind the prefix of its kind and environment.
 * @param cell of its project: the first two digits of the key id, in base62.
 */
export function makeToken(kind: TokenKind, environment: Environment, cell = 0): string {
  const prefix = `svc_${KIND_PARTS[kind]}${ENVIRONMENT_PARTS[environment]}_`;
  const hashed = `${prefix}${base62(cell, 2)}${randomBase62(14)}_${randomBase62(43)}`;
  return hashed + checksumOf(hashed);
}

/** Number of the cell that a key id names. */
export function cellOf(keyId: string): number {
  return BASE62.indexOf(keyId.charAt(0)) * 62 + BASE62.indexOf(keyId.charAt(1));
}

function randomBase62(length: number): string {
  return Array.from({ length }, () => BASE62.charAt(randomInt(62))).join('');
}

/** CRC-32 in six base62 digits. */
function checksumOf(text: string): string {
  return base62(crc32(text), 6);
}

function base62(value: number, length: number): string {
  let rest = value;
  let digits = '';
  for (let index = 0; index < length; index += 1) {
    digits = BASE62.charAt(rest % 62) + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
}
