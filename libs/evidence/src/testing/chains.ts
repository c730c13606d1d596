import type { ChainFault } from '../elements/chain-fault.js';
import { openElement, hashElement, type ElementLinkage, type HashedElement } from '../elements/element.js';

/** Any content as an element with its own digest. */
export function reopen<Content extends object>(content: object): HashedElement<Content> {
  const { text, digest } = hashElement(content);
  return openElement<Content>(text, digest);
}

/**
 * Makes chains from a first element: each further element copies the previous one with changes, and is numbered, linked
 * and hashed.
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

export function describeFault(fault: ChainFault | null): string | null {
  return fault === null ? null : `${fault.check} at ${fault.sequence}`;
}
