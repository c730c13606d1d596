import { ENTRY_LENGTH } from '@service/evidence';

/** Splits concatenated entries of a log. */
export function splitEntries(bytes: Buffer): Buffer[] {
  return Array.from({ length: bytes.length / ENTRY_LENGTH }, (_, at) =>
    bytes.subarray(at * ENTRY_LENGTH, (at + 1) * ENTRY_LENGTH),
  );
}
