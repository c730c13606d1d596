import { canonicalJson } from '../json/canonical-json.js';
import { openElement, type ElementSignature, type HashedElement } from '../elements/element.js';
import type { Digest } from '../digest.js';
import { firstSlot, logEntry, nextSlot, subjectOf } from '../slots.js';

/** An unchecked element as it is shown. */
export type ShownElement<Content> = Content & { digest: Digest; signature: ElementSignature | null };

/** The elements of one subject, oldest first. */
export interface SubjectChain<Content> {
  /** Id of a record or an authority, or `key_` and the id of a key. */
  subjectId: string;
  shown: readonly ShownElement<Content>[];
  elements: readonly HashedElement<Content>[];
}

/** The same, of which only the signatures are shown. */
export interface SignedChain<Content> extends Pick<SubjectChain<Content>, 'subjectId' | 'elements'> {
  shown: readonly Pick<ShownElement<Content>, 'signature'>[];
}

/** Separates the hashed content of elements from digest and signature, and computes the hashed text again. */
export function chainOf<Content extends object>(
  subjectId: string,
  shown: readonly ShownElement<Content>[],
): SubjectChain<Content> {
  const elements = shown.map(({ digest, signature: _beside, ...content }) =>
    openElement<Content>(canonicalJson(content), digest),
  );
  return { subjectId, shown, elements };
}

/** The newest element of a valid chain. */
export function newestOf<Content>({
  elements,
}: Pick<SubjectChain<Content>, 'elements'>): HashedElement<Content> {
  return elements.at(-1) as HashedElement<Content>;
}

/**
 * The log's entry of a chain's newest element, rebuilt from the chain.
 * @param origin of the log that the element is sequenced in.
 */
export function newestEntry(
  chain: Pick<SubjectChain<{ salt: string }>, 'subjectId' | 'elements'>,
  origin: string,
): Uint8Array {
  const before = chain.elements.at(-2);
  const { content, digest } = newestOf(chain);
  const slot =
    before === undefined ? firstSlot(origin, subjectOf(chain.subjectId, content)) : slotAfter(before);
  return logEntry(slot, digest);
}

/** The slot in which the log would hold the successor of an element. */
export function slotAfter({ content, digest }: HashedElement<{ salt: string }>): Uint8Array {
  return nextSlot({ salt: content.salt, digest });
}
