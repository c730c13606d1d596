import type { EvidenceBundle, KeyElement, Trust } from '@service/evidence';

type KeyTerms = NonNullable<ReturnType<Trust['keys']['get']>>;

/** Milliseconds for which a key counts as it was in the log: a key that was revoked meanwhile is noticed then. */
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

  /** The keys that count now, with those that are pinned; a pinned one may have been revoked since. A revocation counts for ever. */
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

/** What two logs say of a key. No revocation is undone: a log from before one does not hide it. */
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
