import { utf8 } from '#platform';
import { viewOf } from '../encoding/bytes.js';
import { SIGNATURE_LENGTH } from '../signing/ed25519-rules.js';

const TIME_LENGTH = 8;
const LATEST = 2n ** 63n - 1n;
/** Seconds until the last moment that a `Date` can be. */
const LAST_MOMENT = 8_640_000_000_000n;

/**
 * What a cosigner signs: two lines, then the checkpoint's text. C2SP tlog-cosignature.
 * @param time seconds since the Unix epoch.
 */
export function cosignedMessage(time: bigint, text: string): Uint8Array {
  return utf8(`cosignature/v1\ntime ${time}\n${text}`);
}

/**
 * A cosignature: 8 bytes of time, big-endian, then the Ed25519 signature of 64 bytes.
 * @throws RangeError where the time is not a whole number from 0, or the signature has another length.
 */
export function encodeCosignature(time: number, signature: Uint8Array): Uint8Array {
  if (signature.length !== SIGNATURE_LENGTH) throw new RangeError('An Ed25519 signature has 64 bytes.');
  if (!Number.isSafeInteger(time) || time < 0) throw new RangeError('A time is a whole number from 0.');
  const bytes = new Uint8Array(TIME_LENGTH + SIGNATURE_LENGTH);
  viewOf(bytes).setBigUint64(0, BigInt(time));
  bytes.set(signature, TIME_LENGTH);
  return bytes;
}

/** The parts of a cosignature; null where it has another length or a time beyond 2^63 - 1. */
export function decodeCosignature(bytes: Uint8Array): { time: bigint; signature: Uint8Array } | null {
  if (bytes.length !== TIME_LENGTH + SIGNATURE_LENGTH) return null;
  const time = viewOf(bytes).getBigUint64(0);
  return time > LATEST ? null : { time, signature: bytes.subarray(TIME_LENGTH) };
}

/** The time of a cosignature, ISO 8601: the last moment that a date can be where the witness signed a later one. */
export function cosignatureMoment(time: bigint): string {
  return new Date(Number(time < LAST_MOMENT ? time : LAST_MOMENT) * 1_000).toISOString();
}
