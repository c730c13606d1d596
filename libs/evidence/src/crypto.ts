import { hash } from 'node:crypto';

/** Bytes of a SHA-256 digest. */
export const SHA256_LENGTH = 32;

/** SHA-256 (FIPS 180-4) of bytes, or of a text's UTF-8 bytes; 32 bytes. */
export function sha256(data: Uint8Array | string): Buffer {
  return hash('sha256', data, 'buffer');
}
