import { digestText, type Digest } from '../digest.js';
import type { ChainFault } from '../elements/chain-fault.js';
import { openElement, hashElement, type ElementLinkage, type HashedElement } from '../elements/element.js';
import { TRANSITION_RULES } from '../elements/transition-rules.js';

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
      const reason_digest = reasonDigestOf({ ...first, ...before?.content, ...change });
      chain.push(reopen({ ...first, ...before?.content, ...linked, reason_digest, ...change }));
    }
    return chain;
  };
}

/** A digest where the transition has a reason, null where it has none. */
export function reasonDigestOf(content: object): Digest | null {
  const { type } = content as { type: string };
  const rules = Object.values(TRANSITION_RULES).flatMap((kind) =>
    typeof kind === 'string' ? [] : Object.entries<{ reason: boolean }>(kind.transitions),
  );
  return rules.some(([name, { reason }]) => name === type && reason) ? digestText('a reason') : null;
}

export function describeFault(fault: ChainFault | null): string | null {
  return fault === null ? null : `${fault.check} at ${fault.sequence}`;
}
