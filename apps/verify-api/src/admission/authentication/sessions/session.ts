import type { OperatorKeyKind } from '@service/contracts';
import type { Digest } from '@service/evidence';

/** A person who is signed in to the Console. Times in milliseconds since 1970. */
export interface Session {
  readonly id: string;
  readonly operatorId: string;
  /** Thumbprint of the key that it was opened with: it ends with the key. */
  readonly key: Digest;
  readonly method: OperatorKeyKind;
  readonly signedInAt: number;
  readonly expiresAt: number;
}

/** A session in the credential’s place. */
export interface AskingSession {
  readonly session: Session;
  /** The project that the request names; null for none. */
  readonly projectId: string | null;
  /**
   * Refuses it once it was ended, as far as this process knows.
   * @throws ServiceError `session.ended`.
   */
  readonly requireOpen: (now: number) => void;
}
