import { encodeBase64, hashChildren } from '@service/evidence';

/** One step of an audit path: the sibling of the hash reached so far, and the parent of both, in base64. */
export interface PathStep {
  side: 'left' | 'right';
  sibling: string;
  parent: string;
}

/** The side of the sibling hash at each step from a leaf to the root. RFC 9162, section 2.1.3.2. */
export function pathSides(index: number, size: number): ('left' | 'right')[] {
  const sides: ('left' | 'right')[] = [];
  let number = index;
  let last = size - 1;
  while (last > 0) {
    if (number % 2 === 1) sides.push('left');
    else if (number < last) sides.push('right');
    // The last node of a level without a neighbour rises unchanged.
    number = Math.floor(number / 2);
    last = Math.floor(last / 2);
  }
  return sides;
}

/** The steps from a leaf to the root, for drawing; null if the proof's length does not fit the leaf's place. */
export function drawnPath(
  leaf: Uint8Array,
  { index, size, proof }: { index: number; size: number; proof: readonly Uint8Array[] },
): PathStep[] | null {
  const sides = pathSides(index, size);
  if (sides.length !== proof.length) return null;
  let hash = leaf;
  return sides.map((side, at) => {
    const sibling = proof[at] as Uint8Array;
    hash = side === 'left' ? hashChildren(sibling, hash) : hashChildren(hash, sibling);
    return { side, sibling: encodeBase64(sibling), parent: encodeBase64(hash) };
  });
}
