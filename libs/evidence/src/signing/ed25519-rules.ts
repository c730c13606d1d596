import { littleEndian } from '../encoding/bytes.js';

/** Bytes of an Ed25519 public key. */
export const PUBLIC_KEY_LENGTH = 32;

/** Bytes of an Ed25519 signature. */
export const SIGNATURE_LENGTH = 64;

/** Order of the group, L of RFC 8032, section 5.1: 2^252 + 27742317777372353535851937790883648493. */
const GROUP_ORDER = 2n ** 252n + 27742317777372353535851937790883648493n;

/** Order of the field, p of RFC 8032, section 5.1: 2^255 - 19. */
const FIELD_ORDER = 2n ** 255n - 19n;

const SIGN_BIT = 2n ** 255n;

/** y of the points whose order divides 8: a signature under such a key holds for many messages. */
const LOW_ORDER: readonly bigint[] = [
  0n,
  1n,
  FIELD_ORDER - 1n,
  0x7a03ac9277fdc74ec6cc392cfa53202a0f67100d760b3cba4fd84d3d706a17c7n,
  0x05fc536d880238b13933c6d305acdfd5f098eff289f4c345b027b2c28f95e826n,
];

/** Whether a public key is in canonical form and its point is not of low order. */
export function isSoundPublicKey(publicKey: Uint8Array): boolean {
  return publicKey.length === PUBLIC_KEY_LENGTH && isSoundPoint(publicKey);
}

/**
 * Whether a signature has 64 bytes, an R in canonical form and not of low order, and S below the group's order. Some
 * releases of Node.js refuse an R of low order by themselves, others do not: here all verifiers refuse it.
 */
export function isSoundSignature(signature: Uint8Array): boolean {
  if (signature.length !== SIGNATURE_LENGTH) return false;
  return isSoundPoint(signature.subarray(0, 32)) && isBelowOrder(signature.subarray(32));
}

function isBelowOrder(encoded: Uint8Array): boolean {
  // Nearly every S has a most significant byte from which it follows; numbers of 32 bytes are slow.
  return (encoded[31] as number) < ORDER_TOP || littleEndian(encoded) < GROUP_ORDER;
}

function isSoundPoint(encoded: Uint8Array): boolean {
  if (!SUSPECT_TOPS.includes((encoded[31] as number) & 0x7f)) return true;
  const y = littleEndian(encoded) % SIGN_BIT;
  return y < FIELD_ORDER && !LOW_ORDER.includes(y);
}

/** Most significant byte of the group's order. */
const ORDER_TOP = Number(GROUP_ORDER >> 248n);

/** Most significant bytes, without the sign, of the points that are refused: y from the field's order on, or of low order. */
const SUSPECT_TOPS: readonly number[] = [FIELD_ORDER, ...LOW_ORDER].map((y) => Number(y >> 248n));
