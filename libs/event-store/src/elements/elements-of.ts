import { digestText, openElement, type HashedElement } from '@service/evidence';

/** The elements of a stream's events, each with the digest of its text. */
export function elementsOf<Content extends object>(
  events: readonly { readonly element: string | null }[],
): HashedElement<Content>[] {
  return events.map(({ element }) => openElement<Content>(element ?? '', digestText(element ?? '')));
}
