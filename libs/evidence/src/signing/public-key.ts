import { decodeBase64url } from '#platform';
import { littleEndian } from '../encoding/bytes.js';
import { isSoundPublicKey } from './ed25519-rules.js';

/** The field of edwards25519 and its curve's constant. RFC 8032, section 5.1. */
const P = 2n ** 255n - 19n;
const D = 37095705934669439343138083508754565189542113879843219016388785533085940283555n;

/**
 * Whether a text is a sound Ed25519 public key: 32 bytes in base64url, the canonical encoding of a point on the curve
 * that is not of low order.
 */
export function isPublicKey(text: unknown): text is string {
  const bytes = typeof text === 'string' ? decodeBase64url(text) : null;
  return bytes !== null && isSoundPublicKey(bytes) && isOnCurve(bytes);
}

function isOnCurve(bytes: Uint8Array): boolean {
  const encoded = littleEndian(bytes);
  return hasX(encoded & (2n ** 255n - 1n));
}

/** Whether x² = (y² - 1) / (dy² + 1) has a solution but 0: numerator times denominator is a square (Euler's criterion). */
function hasX(y: bigint): boolean {
  const square = (y * y) % P;
  return power(((square - 1n + P) * (D * square + 1n)) % P, (P - 1n) / 2n) === 1n;
}

function power(base: bigint, exponent: bigint): bigint {
  let result = 1n;
  for (let [factor, rest] = [base, exponent]; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = (result * factor) % P;
    factor = (factor * factor) % P;
  }
  return result;
}
