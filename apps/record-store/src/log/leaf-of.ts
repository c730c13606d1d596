import { digestText, firstSlot, nextSlot, type Digest } from '@service/evidence';
import type { WaitingElement } from './waiting-elements.js';

/** What the log holds of an element, beside its place. */
export interface Leaf {
  slot: Buffer;
  digest: Digest;
  subjectId: string;
  sequence: number;
}

/**
 * The leaf of an element. The digest is that of the row's text, whatever the text says, so that a row that was
 * changed is shown to everybody as what it became; subject and sequence are the row's own.
 * @throws where the slot cannot be told, because the element or the one before it is no element any more.
 */
export function leafOf(origin: string, { subjectId, sequence, text, before }: WaitingElement): Leaf {
  const slot = sequence === 1 ? firstSlot(origin, subjectId) : slotAfter(before, text);
  return { slot, digest: digestText(text), subjectId, sequence };
}

function slotAfter(before: string | null, text: string): Buffer {
  if (before === null) throw new TypeError('The element before is gone.');
  const { salt } = JSON.parse(before) as { salt: string };
  const { previous } = JSON.parse(text) as { previous: Digest };
  return nextSlot({ salt, digest: previous });
}
