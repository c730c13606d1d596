import type { PublishedKey } from '../elements/element-signature.js';

/** A published key with the time in which it signs. */
export interface KeyTerms extends PublishedKey {
  /** Null where that is unknown. */
  published_at: string | null;
  revoked_at: string | null;
  /** Log index of its revocation, where that is known. */
  end?: number | undefined;
}

/** Finds a key by its id; undefined for an unknown key. */
export type KeyTermsLookUp = (keyId: string) => KeyTerms | undefined;
