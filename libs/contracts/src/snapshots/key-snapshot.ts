import type { KeyCause, KeyElementContent, KeyState, PublishedPurpose } from '@service/evidence';

/** A published key after its events so far. */
export interface KeySnapshot {
  /** RFC 7638 thumbprint of the public key. */
  key_id: string;
  purpose: PublishedPurpose;
  /** Ed25519, 32 bytes in base64url. */
  public_key: string;
  state: KeyState;
  version: number;
  cause: KeyCause | null;
  invalid_since: string | null;
  invalid_from_size: number | null;
  published_at: string;
  revoked_at: string | null;
}

/** The key after one more element. */
export function foldKey(before: KeySnapshot | undefined, element: KeyElementContent): KeySnapshot {
  return {
    key_id: element.key_id,
    purpose: element.purpose,
    public_key: element.public_key,
    state: element.state,
    version: element.sequence,
    cause: element.cause,
    invalid_since: element.invalid_since,
    invalid_from_size: element.invalid_from_size,
    published_at: before?.published_at ?? element.occurred_at,
    revoked_at: element.state === 'revoked' ? element.occurred_at : null,
  };
}
