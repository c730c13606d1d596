import type { CredentialTerms } from '../credential-terms.js';
import type { TokenKind } from '../token-kinds.js';

/**
 * A stored secret: never the secret itself, only its HMAC under the pepper with the id `pepper_id`. The HMAC also
 * covers the credential's id and its capabilities.
 */
export interface StoredSecret {
  format: 'bound/v1';
  /** The kind of its token. */
  kind: TokenKind;
  key_id: string;
  /** In hex. */
  hmac: string;
  pepper_id: string;
}

/** A credential's events; `jsonb` in the log. */
export type CredentialEvent =
  | ({
      type: 'service.credential.issued';
      credential_id: string;
      /** Null for an operator's credential, which belongs to no project. */
      project_id: string | null;
      secret: StoredSecret;
      issued_by: string | null;
      occurred_at: string;
    } & CredentialTerms)
  | {
      type: 'service.credential.updated';
      name: string;
      metadata: Record<string, string>;
      occurred_at: string;
    }
  | {
      type: 'service.credential.rotated';
      secret: StoredSecret;
      /** Until when the old secret still works; equal to `occurred_at` where it ends at once. */
      overlap_ends_at: string;
      occurred_at: string;
    }
  | { type: 'service.credential.expired'; occurred_at: string }
  | { type: 'service.credential.revoked'; reason: string; occurred_at: string };

/** The states of a credential; expired and revoked are final. */
export const CREDENTIAL_STATES = ['active', 'rotating', 'expired', 'revoked'] as const;
export type CredentialState = (typeof CREDENTIAL_STATES)[number];
