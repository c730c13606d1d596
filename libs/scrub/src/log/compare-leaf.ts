import { HASH_LENGTH, digestBytes, digestText, firstSlotOf, hashLeaf, historySlot } from '@service/evidence';
import { differenceInLog, differenceInLeaf, type Difference } from '../difference.js';
import { slotAfter } from '../read-subjects.js';
import type { LeafRow } from './read-log.js';

/** The subject of the seals of the interaction history. */
const HISTORY = 'history';

/** The hash of a leaf's row; null where the row is invalid. */
export function hashOfRow({ slot, digest }: LeafRow): Uint8Array | null {
  return slot.length === HASH_LENGTH && digest.length === HASH_LENGTH
    ? hashLeaf(Buffer.concat([slot, digest]))
    : null;
}

/**
 * Compares a leaf with the text of its element or with its seal. The slot decides which subject a leaf belongs to: where
 * it is another's, the fault concerns the subject that the row names and whoever has this leaf.
 */
export function compareLeaf(leaf: LeafRow, origin: string): Difference[] {
  const { subject_id: subjectId, sequence, index } = leaf;
  const inSubject = (what: string): Difference =>
    differenceInLeaf(subjectId, `element ${sequence}, leaf ${index}: ${what}`);
  const slot = slotOf(leaf, origin);
  if (slot === null || !leaf.slot.equals(slot)) {
    const what = `leaf ${index}: its slot is not that of element ${sequence} of ${subjectId}`;
    const inLog = differenceInLog('leaf', what, { first: index, below: index + 1 });
    return [inLog, inSubject('its slot is not that of the element')];
  }
  return findMadeFrom(leaf).map(inSubject);
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
  if (sequence === 1) return firstSlotOf(origin, subject_id, text ?? '');
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
