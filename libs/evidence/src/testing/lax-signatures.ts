import { createHash } from 'node:crypto';
import { concatBytes } from '../encoding/bytes.js';
import { decodeBase64url } from '../encoding/base-encodings.js';
import { sampleKey, sampleSeed } from './sample-keys.js';

/** The order of the group of Ed25519, and its field. */
const ORDER = 2n ** 252n + 27742317777372353535851937790883648493n;
const FIELD = 2n ** 255n - 19n;
const SIGN = 2n ** 255n;

const numberOf = (bytes: Uint8Array): bigint =>
  BigInt(`0x${Buffer.from(bytes.toReversed()).toString('hex')}`);
const bytesOf = (number: bigint): Uint8Array =>
  Buffer.from(number.toString(16).padStart(64, '0'), 'hex').toReversed();
const sha512 = (bytes: Uint8Array): Buffer => createHash('sha512').update(bytes).digest();

/** The neutral point, as a key of low order: anyone can sign under it. */
export const LOW_ORDER_KEY = bytesOf(1n);
const NEUTRAL_AGAIN = bytesOf(FIELD + 1n);

/** A key whose secret number is used as that of a signature’s R. */
const NONCE = 'nonce';
const noncePoint = decodeBase64url(sampleKey(NONCE, 'provenance').publicKey) as Uint8Array;

/** RFC 8032, section 5.1.5. */
function scalarOf(name: string): bigint {
  const number = numberOf(sha512(sampleSeed(name)).subarray(0, 32));
  return (number & (2n ** 254n - 8n)) | (2n ** 254n);
}

/** The point plus that of order 2: both coordinates change their signs. */
function plusOrderTwo(point: Uint8Array): Uint8Array {
  const number = numberOf(point);
  return bytesOf((FIELD - (number % SIGN)) | ((number & SIGN) ^ SIGN));
}

/** What a verifier that is not strict takes for signatures of a sample key, by what is wrong with them. */
export function laxSignatures(name: string, message: Uint8Array): Record<string, Uint8Array> {
  const key = decodeBase64url(sampleKey(name, 'provenance').publicKey) as Uint8Array;
  const signed = (point: Uint8Array, number: bigint) => {
    const challenge = numberOf(sha512(concatBytes(point, key, message)));
    return concatBytes(point, bytesOf((number + challenge * scalarOf(name)) % ORDER));
  };
  const good = signed(noncePoint, scalarOf(NONCE));
  return {
    'an S that is not below the order': concatBytes(
      good.subarray(0, 32),
      bytesOf(numberOf(good.subarray(32)) + ORDER),
    ),
    'an R of low order': signed(LOW_ORDER_KEY, 0n),
    'an R that is not canonical': signed(NEUTRAL_AGAIN, 0n),
    'an R that fits with the cofactor alone': signed(plusOrderTwo(noncePoint), scalarOf(NONCE)),
  };
}

/** What anyone signs under the key of low order. */
export const ANYONES_SIGNATURE = concatBytes(noncePoint, bytesOf(scalarOf(NONCE) % ORDER));
