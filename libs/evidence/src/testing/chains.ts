import type { ChainFault } from '../elements/chain-fault.js';
import { openElement, hashElement, type ElementLinkage, type HashedElement } from '../elements/element.js';

/** A content as it is kept under its own digest, whether it is an element's or not. */
export function reopen<Content extends object>(content: object): HashedElement<Content> {
  const { text, digest } = hashElement(content);
  return openElement<Content>(text, digest);
}

/**
 * Makes chains that begin with an element: each of the others says what the one before said, less the changes;
 * numbered, linked and sealed.
 */
export function chainsFrom<Content extends ElementLinkage>(
  first: Content,
): (...changes: Partial<Content>[]) => HashedElement<Content>[] {
  return (...changes) => {
    const chain: HashedElement<Content>[] = [];
    for (const change of changes) {
      const before = chain[chain.length - 1];
      const linked = { sequence: chain.length + 1, previous: before?.digest ?? null };
      chain.push(reopen({ ...first, ...before?.content, ...linked, ...change }));
    }
    return chain;
  };
}

/** Check and place of a fault. */
export function describeFault(fault: ChainFault | null): string | null {
  return fault === null ? null : `${fault.check} at ${fault.sequence}`;
}
