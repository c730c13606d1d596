import type { Digest } from '../digest.js';
import type { ElementLinkage, ElementSignature } from './element.js';
import { TRANSITION_RULES } from './transition-rules.js';
import type { AuthorityEventType, AuthorityState } from './authority-transitions.js';

/** Why an authority was revoked. Only a compromise takes effect earlier than the revocation. */
export const REVOCATION_CAUSES = TRANSITION_RULES.authority.present.cause.values;
export type RevocationCause = (typeof REVOCATION_CAUSES)[number];

/** A transition of an authority before it is linked into the chain. */
export interface AuthorityEvent {
  type: AuthorityEventType;
  occurred_at: string;
  issuer: string;
  scope: string[];
  valid_until: string;
  /** Ed25519 key that the issuer signs with: 32 bytes in base64url; null without one. */
  public_key: string | null;
  state: AuthorityState;
  cause: RevocationCause | null;
  /** Time from which a compromised authority is invalid. */
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
