import { describe, expect, it } from '@jest/globals';
import type { HashedElement } from '../elements/element.js';
import type { Edits } from './edits.js';

/**
 * Tests that each edit of a member of a chain of three elements shows, and where.
 * @param recomputed the fault of each member under a recomputed digest, by the element that was edited; null where only a
 *   signature or the log detects the change. An older element's shows at the link of the next one at the latest.
 */
export function testEditedMembers<Content extends object>(
  edits: Edits<Content>,
  faultWith: (index: number, element: HashedElement<Content>) => string | null,
  recomputed: Record<keyof Content, [first: string, middle: string, newest: string | null]>,
): void {
  describe('a member that was edited', () => {
    it.each(edits.places)('under the old digest: $member of element $index', (place) => {
      const check = place.member === 'format' ? 'element.form' : 'element.digest';
      expect(faultWith(place.index, edits.underOldDigest(place))).toBe(`${check} at ${place.index + 1}`);
    });

    it.each(edits.places)('under a recomputed digest: $member of element $index', (place) => {
      expect(faultWith(place.index, edits.underNewDigest(place))).toBe(recomputed[place.member][place.index]);
    });

    it.each(edits.places)('and is gone: $member of element $index', (place) => {
      expect(faultWith(place.index, edits.without(place))).toBe(`element.form at ${place.index + 1}`);
    });
  });
}
