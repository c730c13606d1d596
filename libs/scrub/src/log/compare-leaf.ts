import {
  HASH_LENGTH,
  digestBytes,
  digestText,
  firstSlot,
  hashLeaf,
  historySlot,
  nextSlot,
  verifyInclusion,
  type Digest,
} from '@service/evidence';
import { differenceOf, type Difference } from '../difference.js';
import type { LeafRow, LogState } from './read-log.js';

/** The subject of the seals of the interaction history. */
const HISTORY = 'history';

/** The hash of a leaf's row; null where the row is invalid. */
export function hashOfRow({ slot, digest }: LeafRow): Buffer | null {
  return slot.length === HASH_LENGTH && digest.length === HASH_LENGTH
    ? hashLeaf(Buffer.concat([slot, digest]))
    : null;
}

/**
 * Compares a leaf with the text of its element or with its seal, and its receipt with the checkpoint that the receipt
 * names.
 */
export function compareLeaf(leaf: LeafRow, state: LogState): Difference[] {
  const { subject_id: subjectId } = leaf;
  const at = (what: string): string => `element ${leaf.sequence}, leaf ${leaf.index}: ${what}`;
  return [
    ...findMadeFrom(leaf, state.origin).map((what) => differenceOf(subjectId, 'leaf', at(what))),
    ...findInReceipt(leaf, state).map((what) => differenceOf(subjectId, 'receipt', at(what))),
  ];
}

function findMadeFrom(leaf: LeafRow, origin: string): string[] {
  if (leaf.subject_id === HISTORY) {
    if (leaf.sealed === null) return ['there is no such seal'];
    return [
      ...(leaf.digest.equals(leaf.sealed) ? [] : ['its digest is not that of the seal']),
      ...(leaf.slot.equals(historySlot(origin, leaf.sequence)) ? [] : ['its slot is not that of the seal']),
    ];
  }
  if (leaf.text === null) return ['its event is missing'];
  const slot = slotOf(leaf, leaf.text, origin);
  return [
    ...(leaf.digest.equals(digestBytes(digestText(leaf.text)))
      ? []
      : ['its digest is not that of the event']),
    ...(slot !== null && leaf.slot.equals(slot) ? [] : ['its slot is not that of the event']),
  ];
}

/** The slot of a leaf; null where the event is no longer a valid element. */
function slotOf({ subject_id, sequence, before }: LeafRow, text: string, origin: string): Buffer | null {
  if (sequence === 1) return firstSlot(origin, subject_id);
  try {
    const { salt } = JSON.parse(before ?? '') as { salt: string };
    const { previous } = JSON.parse(text) as { previous: Digest };
    return nextSlot({ salt, digest: previous });
  } catch {
    return null;
  }
}

function findInReceipt(leaf: LeafRow, { head }: LogState): string[] {
  const { index, receipt_index, receipt_size, proof, receipt_root } = leaf;
  if (receipt_index === null || receipt_size === null || proof === null) {
    return index < (head?.size ?? 0) ? ['it has no receipt'] : [];
  }
  if (receipt_root === null) return [`the checkpoint of ${receipt_size} that its receipt names is missing`];
  const leafHash = hashOfRow(leaf);
  const holds =
    Number(receipt_index) === index &&
    leafHash !== null &&
    verifyInclusion({
      leafHash,
      index,
      size: Number(receipt_size),
      root: receipt_root,
      proof: hashesOf(proof),
    });
  return holds ? [] : ['its receipt does not lead to the checkpoint that it names'];
}

function hashesOf(proof: Buffer): Buffer[] {
  const count = Math.ceil(proof.length / HASH_LENGTH);
  return Array.from({ length: count }, (_, at) => proof.subarray(at * HASH_LENGTH, (at + 1) * HASH_LENGTH));
}
