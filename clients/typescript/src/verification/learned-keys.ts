import type { EvidenceBundle, KeyElement, Trust } from '@service/evidence';

type KeyTerms = NonNullable<ReturnType<Trust['keys']['get']>>;

/** Milliseconds for which a key's state is cached; a revocation is noticed after that. */
const HOLDS = 3_600_000;

/** Keys that a verified bundle has proven to be in the log. */
export class LearnedKeys {
  readonly #keys = new Map<string, { terms: KeyTerms; until: number }>();

  /** Takes the keys of a bundle, which must have been verified. */
  learn({ keys }: Pick<EvidenceBundle, 'keys'>, now: Date): void {
    for (const [keyId, elements] of Object.entries(keys)) {
      const terms = termsOf(elements);
      if (terms === null) continue;
      this.#keys.set(keyId, {
        terms: together(this.#keys.get(keyId)?.terms, terms),
        until: now.getTime() + HOLDS,
      });
    }
  }

  /** The currently valid keys and the pinned ones, of which some may have been revoked. A revocation is permanent. */
  beside(pinned: Trust['keys'], now: Date): Map<string, KeyTerms> {
    const fresh = [...this.#keys].filter(
      ([, { terms, until }]) => until > now.getTime() || terms.revoked_at !== null,
    );
    return new Map([
      ...pinned,
      ...fresh.map(([id, { terms }]) => [id, together(pinned.get(id), terms)] as const),
    ]);
  }
}

/** Merges two states of a key. A revocation is never undone, even by an older log. */
function together(known: KeyTerms | undefined, found: KeyTerms): KeyTerms {
  if (known === undefined) return found;
  const isRevoked = known.revoked_at !== null && found.revoked_at === null;
  const isCompromised = known.invalid_since !== null && found.invalid_since === null;
  return isRevoked || isCompromised ? known : found;
}

function termsOf(elements: readonly KeyElement[]): KeyTerms | null {
  const [first, newest] = [elements[0], elements.at(-1)];
  if (first === undefined || newest === undefined) return null;
  const { purpose, public_key, cause, invalid_since, state, occurred_at } = newest;
  const revoked_at = state === 'revoked' ? occurred_at : null;
  return { purpose, public_key, cause, invalid_since, published_at: first.occurred_at, revoked_at };
}
