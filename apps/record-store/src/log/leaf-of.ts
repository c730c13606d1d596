import { digestText, firstSlotOf, keySubjectId, nextSlot, type Digest } from '@service/evidence';
import type { WaitingElement } from './waiting-elements.js';

/** What the log stores of an element, apart from its index. */
export interface Leaf {
  slot: Uint8Array;
  digest: Digest;
  subjectId: string;
  sequence: number;
}

/**
 * The leaf of an element. The digest is of the row's text, whatever it contains: a changed row is then visible
 * to everyone in its changed form. Subject and sequence are the row's.
 * @throws where the slot is unknown, because the element or the one before it is no longer valid, and where it is that
 * of another subject, whose element was copied here.
 */
export function leafOf(origin: string, { subjectId, sequence, text, before }: WaitingElement): Leaf {
  const slot = sequence === 1 ? firstSlotOf(origin, subjectId, text) : slotAfter(subjectId, before, text);
  return { slot, digest: digestText(text), subjectId, sequence };
}

function slotAfter(subjectId: string, before: string | null, text: string): Uint8Array {
  if (before === null) throw new TypeError('The element before is gone.');
  const { salt, ...content } = JSON.parse(before) as { salt: string } & Naming;
  const { previous } = JSON.parse(text) as { previous: Digest };
  if (digestText(before) !== previous) throw new TypeError('It does not follow the element before.');
  if (!names(content, subjectId)) throw new TypeError('The element before is of another subject.');
  return nextSlot({ salt, digest: previous });
}

/** The members by which elements name their subjects. */
interface Naming {
  record_id?: string;
  authority_id?: string;
  key_id?: string;
}

function names({ record_id, authority_id, key_id = '' }: Naming, subjectId: string): boolean {
  return [record_id, authority_id, keySubjectId(key_id)].includes(subjectId);
}
