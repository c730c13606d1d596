import type { Digest } from '../digest.js';
import type { ElementLinkage, ElementSignature } from './element.js';
import type { AuthorityEventType, AuthorityState } from './authority-transitions.js';

/** Why an authority was revoked; only a compromise reaches back in time. */
export const REVOCATION_CAUSES = ['key_compromise', 'ceased', 'withdrawn'] as const;
export type RevocationCause = (typeof REVOCATION_CAUSES)[number];

/** What a transition of an authority says, before it is linked into the chain. */
export interface AuthorityEvent {
  type: AuthorityEventType;
  occurred_at: string;
  issuer: string;
  scope: string[];
  valid_until: string;
  /** Ed25519 key that its issuer signs with: 32 bytes in base64url; null where it has none. */
  public_key: string | null;
  state: AuthorityState;
  cause: RevocationCause | null;
  /** From when on a compromised authority's word counts for nothing. */
  invalid_since: string | null;
}

/** The hashed content of an authority's element. */
export interface AuthorityElementContent extends ElementLinkage, AuthorityEvent {
  project_id: string;
  authority_id: string;
}

/** An authority's element as it is shown. */
export interface AuthorityElement extends AuthorityElementContent {
  digest: Digest;
  signature: ElementSignature | null;
}
