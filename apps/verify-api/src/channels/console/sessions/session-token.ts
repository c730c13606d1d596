import { createHash, randomBytes } from 'node:crypto';
import type { ConsoleSeals } from '../console-seals.js';

const SECRET_BYTES = 32;
const FORM = /^([\w-]{43})([\w-]{43})$/;

/**
 * A new token: 256 random bits and their seal, each in base64url. The seal tells a token that this service made from any
 * other text, so that a guessed one costs no query.
 */
export function makeSessionToken(seals: ConsoleSeals): string {
  const secret = randomBytes(SECRET_BYTES).toString('base64url');
  return secret + seals.seal('token', secret).toString('base64url');
}

/** SHA-256 of a token, all that is stored of it; null for one that was not made here. */
export function digestOfToken(seals: ConsoleSeals, token: string): Buffer | null {
  const [, secret, seal] = FORM.exec(token) ?? [];
  if (secret === undefined || seal === undefined) return null;
  if (!seals.isSealed(Buffer.from(seal, 'base64url'), 'token', secret)) return null;
  return createHash('sha256').update(token).digest();
}
