import { createHash } from 'node:crypto';

/** SHA-256(0x00 ‖ entry), independent of the code under test. */
export function leafOf(text: string | Uint8Array): Uint8Array {
  return createHash('sha256').update(Uint8Array.of(0)).update(text).digest();
}

/** Leaf hashes of the numbers from 0. */
export function sampleLeaves(count: number): Uint8Array[] {
  return Array.from({ length: count }, (_, index) => leafOf(String(index)));
}

/** MTH of leaf hashes as defined in RFC 6962, section 2.1. */
export function naiveRoot(leaves: readonly Uint8Array[]): Uint8Array {
  if (leaves.length === 0) return createHash('sha256').digest();
  if (leaves.length === 1) return leaves[0] as Uint8Array;
  let middle = 1;
  while (middle * 2 < leaves.length) middle *= 2;
  const [left, right] = [naiveRoot(leaves.slice(0, middle)), naiveRoot(leaves.slice(middle))];
  return createHash('sha256').update(Uint8Array.of(1)).update(left).update(right).digest();
}
