import { crc32 } from 'node:zlib';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** A token with some of its text exchanged and the checksum made right again, as a forger would. */
export function forge(token: string, change: (withoutChecksum: string) => string): string {
  const text = change(token.slice(0, -6));
  let rest = crc32(text);
  let checksum = '';
  for (let digit = 0; digit < 6; digit += 1) {
    checksum = BASE62.charAt(rest % 62) + checksum;
    rest = Math.floor(rest / 62);
  }
  return text + checksum;
}

/** The part of a token that must never be seen again. */
export function secretOf(token: string): string {
  return token.slice(-49, -6);
}
