import {
  HASH_LENGTH,
  digestBytes,
  digestText,
  firstSlot,
  hashLeaf,
  historySlot,
  verifyInclusion,
} from '@service/evidence';
import { differenceInLog, differenceInLeaf, type Difference } from '../difference.js';
import { slotAfter } from '../read-subjects.js';
import type { LeafRow, LogState } from './read-log.js';

/** The subject of the seals of the interaction history. */
const HISTORY = 'history';

/** The hash of a leaf's row; null where the row is invalid. */
export function hashOfRow({ slot, digest }: LeafRow): Uint8Array | null {
  return slot.length === HASH_LENGTH && digest.length === HASH_LENGTH
    ? hashLeaf(Buffer.concat([slot, digest]))
    : null;
}

/**
 * Compares a leaf with the text of its element or with its seal, and its receipt with the checkpoint that the receipt
 * names. The slot decides which subject a leaf belongs to, because the row may name another.
 */
export function compareLeaf(leaf: LeafRow, state: LogState): Difference[] {
  const { subject_id: subjectId, index } = leaf;
  const at = (what: string): string => `element ${leaf.sequence}, leaf ${index}: ${what}`;
  const inReceipt = findInReceipt(leaf, state).map((what) =>
    differenceInLeaf(subjectId, 'receipt', at(what)),
  );
  const slot = slotOf(leaf, state.origin);
  if (slot === null || !leaf.slot.equals(slot)) {
    const what = `leaf ${index}: its slot is not that of element ${leaf.sequence} of ${subjectId}`;
    return [differenceInLog('leaf', what, { first: index, below: index + 1 }), ...inReceipt];
  }
  return [...findMadeFrom(leaf).map((what) => differenceInLeaf(subjectId, 'leaf', at(what))), ...inReceipt];
}

function findMadeFrom({ subject_id, sealed, text, digest }: LeafRow): string[] {
  if (subject_id === HISTORY) {
    if (sealed === null) return ['there is no such seal'];
    return digest.equals(sealed) ? [] : ['its digest is not that of the seal'];
  }
  if (text === null) return ['its event is missing'];
  return digest.equals(digestBytes(digestText(text))) ? [] : ['its digest is not that of the event'];
}

/** The slot that a leaf of this subject must have; null where the event or the one before is not a valid element. */
function slotOf({ subject_id, sequence, text, before }: LeafRow, origin: string): Uint8Array | null {
  if (subject_id === HISTORY) return historySlot(origin, sequence);
  if (sequence === 1) return firstSlot(origin, subject_id);
  // Where the text of the one before was edited, the event still names its digest.
  return slotAfter(before, text === null ? undefined : previousOf(text));
}

function previousOf(text: string): unknown {
  try {
    return (JSON.parse(text) as { previous?: unknown } | null)?.previous ?? null;
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
