import type { ChainFault } from '../chain-fault.js';
import { openElement, sealElement, type ElementLinkage, type KeptElement } from '../element.js';

/** A content as it is kept under its own digest, whether it is an element's or not. */
export function reopen<Content extends object>(content: object): KeptElement<Content> {
  const { text, digest } = sealElement(content);
  return openElement<Content>(text, digest);
}

/**
 * Makes chains that begin with an element: each of the others says what the one before said, less the changes;
 * numbered, linked and sealed.
 */
export function chainsFrom<Content extends ElementLinkage>(
  first: Content,
): (...changes: Partial<Content>[]) => KeptElement<Content>[] {
  return (...changes) => {
    const chain: KeptElement<Content>[] = [];
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
