import { concatBytes, viewOf } from '../encoding/bytes.js';
import { EvidenceError } from '../evidence-error.js';
import { TILE_WIDTH } from './tile-address.js';

const LENGTH_BYTES = 2;
const LONGEST = 2 ** 16 - 1;

/**
 * An entry bundle: each entry after its length, an unsigned 16-bit number, big-endian. C2SP tlog-tiles.
 * @throws RangeError unless there are 1 to 256 entries of at most 65,535 bytes.
 */
export function encodeEntryBundle(entries: readonly Uint8Array[]): Uint8Array {
  if (entries.length < 1 || entries.length > TILE_WIDTH)
    throw new RangeError('A bundle has 1 to 256 entries.');
  return concatBytes(
    ...entries.flatMap((entry) => {
      if (entry.length > LONGEST) throw new RangeError('An entry has at most 65,535 bytes.');
      const length = new Uint8Array(LENGTH_BYTES);
      viewOf(length).setUint16(0, entry.length);
      return [length, entry];
    }),
  );
}

/**
 * The entries of a bundle, as views of its bytes.
 * @param width required number of entries.
 * @throws EvidenceError `entries.malformed` where the bundle is not exactly so many whole entries.
 */
export function decodeEntryBundle(bundle: Uint8Array, width: number): Uint8Array[] {
  const view = viewOf(bundle);
  const entries: Uint8Array[] = [];
  let at = 0;
  while (at < bundle.length && entries.length < width) {
    if (bundle.length - at < LENGTH_BYTES) throw malformed();
    const end = at + LENGTH_BYTES + view.getUint16(at);
    if (end > bundle.length) throw malformed();
    entries.push(bundle.subarray(at + LENGTH_BYTES, end));
    at = end;
  }
  if (at !== bundle.length || entries.length !== width) throw malformed();
  return entries;
}

function malformed(): EvidenceError {
  return new EvidenceError('entries.malformed', 'The bundle does not hold as many whole entries as it must.');
}
