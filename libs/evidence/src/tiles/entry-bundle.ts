import { EvidenceError } from '../evidence-error.js';
import { TILE_WIDTH } from './tile-address.js';

const LENGTH_BYTES = 2;
const LONGEST = 2 ** 16 - 1;

/**
 * An entry bundle: each entry after its length, an unsigned 16-bit number, big-endian. C2SP tlog-tiles.
 * @throws RangeError unless there are 1 to 256 entries of at most 65,535 bytes.
 */
export function encodeEntryBundle(entries: readonly Uint8Array[]): Buffer {
  if (entries.length < 1 || entries.length > TILE_WIDTH)
    throw new RangeError('A bundle has 1 to 256 entries.');
  return Buffer.concat(
    entries.flatMap((entry) => {
      if (entry.length > LONGEST) throw new RangeError('An entry has at most 65,535 bytes.');
      const length = Buffer.alloc(LENGTH_BYTES);
      length.writeUInt16BE(entry.length);
      return [length, entry];
    }),
  );
}

/**
 * The entries of a bundle, as views of its bytes.
 * @param width required number of entries.
 * @throws EvidenceError `entries.malformed` where the bundle is not exactly so many whole entries.
 */
export function decodeEntryBundle(bundle: Uint8Array, width: number): Buffer[] {
  const bytes = Buffer.from(bundle.buffer, bundle.byteOffset, bundle.byteLength);
  const entries: Buffer[] = [];
  let at = 0;
  while (at < bytes.length && entries.length < width) {
    if (bytes.length - at < LENGTH_BYTES) throw malformed();
    const end = at + LENGTH_BYTES + bytes.readUInt16BE(at);
    if (end > bytes.length) throw malformed();
    entries.push(bytes.subarray(at + LENGTH_BYTES, end));
    at = end;
  }
  if (at !== bytes.length || entries.length !== width) throw malformed();
  return entries;
}

function malformed(): EvidenceError {
  return new EvidenceError('entries.malformed', 'The bundle does not hold as many whole entries as it must.');
}
