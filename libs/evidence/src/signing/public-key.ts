import { decodeBase64Url } from '../base64url.js';

/** Bytes of an Ed25519 public key. */
const LENGTH = 32;
/** The field of edwards25519 and its curve's constant. RFC 8032, section 5.1. */
const P = 2n ** 255n - 19n;
const D = 37095705934669439343138083508754565189542113879843219016388785533085940283555n;

/** The y of the points of order eight, but for its sign. */
const Y_OF_EIGHT = 2707385501144840649318225287225658788936804267575313519463743609750303402022n;
/** The y of every point whose order divides eight: such a key signs anything. */
const LOW_ORDER = new Set([0n, 1n, P - 1n, Y_OF_EIGHT, P - Y_OF_EIGHT]);

/**
 * Whether a text is an Ed25519 public key that can be believed: 32 bytes in base64url, the canonical encoding of
 * a point on the curve, and not one of low order.
 */
export function isPublicKey(text: unknown): text is string {
  const bytes = decodeBase64Url(text, LENGTH);
  if (bytes === null) return false;
  const encoded = BigInt(`0x${bytes.reverse().toString('hex')}`);
  const y = encoded & (2n ** 255n - 1n);
  return y < P && !LOW_ORDER.has(y) && hasX(y);
}

/** Whether x² = (y² - 1) / (dy² + 1) has a solution: both together are a square. */
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
