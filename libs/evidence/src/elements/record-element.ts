import type { Digest } from '../digest.js';
import type { ElementLinkage, ElementSignature } from './element.js';
import type { RecordEventType, RecordState } from './record-transitions.js';

/** Names the element of an authority that a transition was decided on. */
export interface AuthorityReference {
  id: string;
  version: number;
  digest: Digest;
}

/** A transition of a record before it is linked into the chain. */
export interface RecordEvent {
  type: RecordEventType;
  occurred_at: string;
  authority: AuthorityReference;
  issuer: string;
  state: RecordState;
  origin: string;
  external_id: string | null;
  expires_at: string | null;
  successor_id: string | null;
  content_digest: Digest;
  /** The authority's own signature over this place in the history, 64 bytes in base64url; null without one. */
  issuer_signature: string | null;
}

/** The hashed content of a record's element. */
export interface RecordElementContent extends ElementLinkage, RecordEvent {
  project_id: string;
  record_id: string;
}

/** A record's element as it is shown. */
export interface RecordElement extends RecordElementContent {
  digest: Digest;
  signature: ElementSignature | null;
}
