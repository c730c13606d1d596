import type { Digest } from '../digest.js';
import type { ElementLinkage, ElementSignature } from './element.js';
import { TRANSITION_RULES } from './transition-rules.js';
import type { KeyEventType, KeyState } from './key-transitions.js';

/** The purposes whose keys are published as elements. Keys for checkpoints are pinned by verifiers instead. */
export const PUBLISHED_PURPOSES = ['provenance', 'answer'] as const;
export type PublishedPurpose = (typeof PUBLISHED_PURPOSES)[number];

/** Why a key was revoked. Only a compromise takes effect earlier than the revocation. */
export const KEY_CAUSES = TRANSITION_RULES.key.present.cause.values;
export type KeyCause = (typeof KEY_CAUSES)[number];

/** A transition of a key before it is linked into the chain. */
export interface KeyEvent {
  type: KeyEventType;
  occurred_at: string;
  purpose: PublishedPurpose;
  /** Ed25519, 32 bytes in base64url. */
  public_key: string;
  state: KeyState;
  cause: KeyCause | null;
  /** Time from which signatures of a compromised key are invalid. */
  invalid_since: string | null;
  /** Size of the log from which, whatever their times, signatures of a compromised key are invalid. */
  invalid_from_size: number | null;
}

/** The hashed content of a key's element. It belongs to no project. */
export interface KeyElementContent extends ElementLinkage, KeyEvent {
  /** RFC 7638 thumbprint of the public key. */
  key_id: string;
}

/** A key's element as it is shown. */
export interface KeyElement extends KeyElementContent {
  digest: Digest;
  signature: ElementSignature | null;
}

/** Id of a key as the subject of elements, which is also the id of its stream. */
export function keySubjectId(keyId: string): string {
  return `key_${keyId}`;
}
