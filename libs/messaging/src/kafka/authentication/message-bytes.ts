import type { Message } from '../connection/port.js';

/** Header with a message's code: the only header that the code does not cover. */
export const CODE_HEADER = 'mac';

/** Length of a part that is missing. */
const MISSING = 0xff_ff_ff_ff;

/**
 * Bytes of everything that a receiver reads of a message: topic, key, value, then every header but the code. Each part
 * follows its length, and headers come last in pairs, so no other message has the same bytes.
 */
export function messageBytes(topic: string, { key, value, headers = {} }: Message): Buffer {
  const parts = [topic, key, value];
  for (const name of Object.keys(headers).sort()) {
    const given = headers[name];
    if (name === CODE_HEADER || given === undefined) continue;
    for (const each of Array.isArray(given) ? given : [given]) parts.push(name, each);
  }
  // One buffer: this runs for every message.
  const lengths = parts.map(lengthOf);
  const bytes = Buffer.allocUnsafe(lengths.reduce((sum, length) => sum + 4 + length, 0));
  let at = 0;
  for (const [index, part] of parts.entries()) {
    const isMissing = part === null || part === undefined;
    at = bytes.writeUInt32BE(isMissing ? MISSING : (lengths[index] as number), at);
    if (typeof part === 'string') at += bytes.write(part, at);
    else if (!isMissing) at += part.copy(bytes, at);
  }
  return bytes;
}

function lengthOf(part: Buffer | string | null | undefined): number {
  if (part === null || part === undefined) return 0;
  return typeof part === 'string' ? Buffer.byteLength(part) : part.length;
}
