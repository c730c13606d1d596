import { SIGNATURE_LENGTH } from '../signing/ed25519-rules.js';

const TIME_LENGTH = 8;
const LATEST = 2n ** 63n - 1n;

/**
 * What a cosigner signs: two lines, then the checkpoint's text. C2SP tlog-cosignature.
 * @param time seconds since the Unix epoch.
 */
export function cosignedMessage(time: bigint, text: string): Buffer {
  return Buffer.from(`cosignature/v1\ntime ${time}\n${text}`);
}

/**
 * A cosignature: 8 bytes of time, big-endian, then the Ed25519 signature of 64 bytes.
 * @throws RangeError where the time is not a whole number from 0, or the signature has another length.
 */
export function encodeCosignature(time: number, signature: Uint8Array): Buffer {
  if (signature.length !== SIGNATURE_LENGTH) throw new RangeError('An Ed25519 signature has 64 bytes.');
  const bytes = Buffer.alloc(TIME_LENGTH + SIGNATURE_LENGTH);
  bytes.writeBigUInt64BE(BigInt(time));
  bytes.set(signature, TIME_LENGTH);
  return bytes;
}

/** The parts of a cosignature; null where it has another length or a time beyond 2^63 - 1. */
export function decodeCosignature(bytes: Buffer): { time: bigint; signature: Buffer } | null {
  if (bytes.length !== TIME_LENGTH + SIGNATURE_LENGTH) return null;
  const time = bytes.readBigUInt64BE();
  return time > LATEST ? null : { time, signature: bytes.subarray(TIME_LENGTH) };
}
