import { decodeBase64, encodeBase64 } from '#platform';
import { readDecimal } from '../encoding/decimal.js';
import { isTimestamp } from '../elements/member-forms.js';
import { HASH_LENGTH } from '../merkle/hashing.js';

/** The position of the log as of which an answer holds: the answer includes every element below it. */
export interface AsOf {
  origin: string;
  treeSize: number;
  /** 32 bytes. */
  root: Uint8Array;
  /** When the log last confirmed this as its newest published position; ISO 8601. */
  at: string;
}

/** Value of `Service-Evidence-As-Of`: `<origin> <tree size> <base64 root> <time>`. */
export function formatAsOf({ origin, treeSize, root, at }: AsOf): string {
  return `${origin} ${treeSize} ${encodeBase64(root)} ${at}`;
}

/** Reads the header's value; null for every text that `formatAsOf` does not write. */
export function parseAsOf(text: string): AsOf | null {
  const [origin = '', size = '', base64 = '', at = '', ...rest] = text.split(' ');
  const treeSize = readDecimal(size);
  if (origin === '' || treeSize === null || !isTimestamp(at) || rest.length > 0) return null;
  const root = decodeBase64(base64);
  return root?.length === HASH_LENGTH ? { origin, treeSize, root, at } : null;
}
