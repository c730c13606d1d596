import { digestText, firstSlot, nextSlot, type Digest } from '@service/evidence';
import type { WaitingElement } from './waiting-elements.js';

/** What the log stores of an element, apart from its index. */
export interface Leaf {
  slot: Buffer;
  digest: Digest;
  subjectId: string;
  sequence: number;
}

/**
 * The leaf of an element. The digest is of the row's text, whatever it contains: a changed row is then visible
 * to everyone in its changed form. Subject and sequence are the row's.
 * @throws where the slot is unknown, because the element or the one before it is no longer valid.
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
