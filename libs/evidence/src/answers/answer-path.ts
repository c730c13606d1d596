import { decodeBase64, encodeBase64 } from '#platform';
import { readDecimal } from '../encoding/decimal.js';
import { HASH_LENGTH } from '../merkle/hashing.js';

/** The place of an answer among those signed together, and its path to their root. */
export interface AnswerPath {
  /** From 0. */
  index: number;
  /** Number of answers. */
  size: number;
  /** From the leaf up; 32 bytes each. */
  hashes: Uint8Array[];
}

/** Value of `Service-Evidence-Path`: `<index>/<size>` and the hashes in base64, separated by commas. */
export function formatAnswerPath({ index, size, hashes }: AnswerPath): string {
  return [`${index}/${size}`, ...hashes.map(encodeBase64)].join(',');
}

/** Reads the header's value; null for every text that `formatAnswerPath` does not write. */
export function parseAnswerPath(text: string): AnswerPath | null {
  const [place = '', ...encoded] = text.split(',');
  const [first = '', second = '', ...rest] = place.split('/');
  const index = readDecimal(first);
  const size = readDecimal(second);
  if (index === null || size === null || rest.length > 0) return null;
  const hashes = encoded.map(decodeBase64);
  return hashes.every(isHash) ? { index, size, hashes } : null;
}

function isHash(bytes: Uint8Array | null): bytes is Uint8Array {
  return bytes?.length === HASH_LENGTH;
}
