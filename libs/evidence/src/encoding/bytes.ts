/** The text of UTF-8 bytes; invalid bytes become U+FFFD. */
export function textOfUtf8(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
}

/** All parts, one after the other. */
export function concatBytes(...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}

/** Whether two values have the same bytes. The time tells where they differ, so this is for public values only. */
export function sameBytes(left: Uint8Array, right: Uint8Array): boolean {
  if (left.length !== right.length) return false;
  for (let at = 0; at < left.length; at += 1) if (left[at] !== right[at]) return false;
  return true;
}

/** For big-endian numbers within bytes. */
export function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** The number whose bytes these are, a multiple of eight, the least significant first. */
export function littleEndian(bytes: Uint8Array): bigint {
  let number = 0n;
  const view = viewOf(bytes);
  for (let at = bytes.length - 8; at >= 0; at -= 8) number = (number << 64n) | view.getBigUint64(at, true);
  return number;
}
