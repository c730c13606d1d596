import type { IHeaders } from 'kafkajs';

/** Header with a message's code: the only header that the code does not cover. */
export const CODE_HEADER = 'mac';

/** The parts of a message that a receiver can read. */
export interface MessageParts {
  key?: Buffer | string | null;
  value: Buffer | string | null;
  headers?: IHeaders;
}

/** Length of a part that is missing. */
const MISSING = 0xff_ff_ff_ff;

/**
 * Bytes of everything that a receiver reads of a message: topic, key, value, then every header but the code. Each part
 * follows its length, and headers come last in pairs, so no other message has the same bytes.
 */
export function messageBytes(topic: string, { key, value, headers = {} }: MessageParts): Buffer {
  const parts = [topic, key, value];
  for (const name of Object.keys(headers).sort()) {
    const given = headers[name];
    if (name === CODE_HEADER || given === undefined) continue;
    for (const each of Array.isArray(given) ? given : [given]) parts.push(name, each);
  }
  return Buffer.concat(parts.flatMap(afterItsLength));
}

function afterItsLength(part: Buffer | string | null | undefined): Buffer[] {
  const length = Buffer.alloc(4);
  if (part === null || part === undefined) {
    length.writeUInt32BE(MISSING);
    return [length];
  }
  const bytes = typeof part === 'string' ? Buffer.from(part) : part;
  length.writeUInt32BE(bytes.length);
  return [length, bytes];
}
