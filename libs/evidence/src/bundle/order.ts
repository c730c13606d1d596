import type { ElementSignature } from '../elements/element.js';
import type { AuthorityReference } from '../elements/record-element.js';
import { RECORD_TRANSITIONS, type RecordEventType } from '../elements/record-transitions.js';

/** What decides which elements of a record have their place proven. */
interface RecordStep {
  /** Without an authority only where it was changed in the database. */
  content: { type: string; authority?: AuthorityReference };
  signature: Pick<ElementSignature, 'key_id'> | null;
}

/** Name of an element in a bundle's `order`. */
export function placeName(subjectId: string, sequence: number): string {
  return `${subjectId}/${sequence}`;
}

/**
 * The sequences of a record's elements, besides the newest, whose places in the log a bundle proves: the first, and of those that
 * name each version of an authority, and of those under each key, the last, and the last that adds a `passed`. What comes
 * before one of them existed before it, by the links.
 */
export function recordPlaces(record: readonly RecordStep[]): number[] {
  const last = new Map<string, number>();
  for (const [at, { content, signature }] of record.entries()) {
    const { authority } = content;
    for (const under of [
      `${authority?.id} ${authority?.version}`,
      ...(signature === null ? [] : [signature.key_id]),
    ]) {
      last.set(under, at + 1);
      if (addsPassed(content.type)) last.set(`adding ${under}`, at + 1);
    }
  }
  return [...new Set([1, ...last.values()])].filter((sequence) => sequence < record.length);
}

function addsPassed(type: string): boolean {
  return Object.hasOwn(RECORD_TRANSITIONS, type) && RECORD_TRANSITIONS[type as RecordEventType].adds_passed;
}

/** The sequences of the elements of an authority or a key, besides the newest. */
export function allPlaces({ length }: readonly unknown[]): number[] {
  return Array.from({ length: Math.max(length - 1, 0) }, (_, at) => at + 1);
}
