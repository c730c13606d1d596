import type { OperatorKeyKind } from '@service/contracts';
import type { Digest } from '@service/evidence';

/** A person who is signed in to the Console. Times in milliseconds since 1970. */
export interface Session {
  readonly id: string;
  readonly operatorId: string;
  /** Thumbprint of the operator’s key that opened the session. The session ends when that key is removed. */
  readonly key: Digest;
  readonly method: OperatorKeyKind;
  readonly signedInAt: number;
  readonly expiresAt: number;
}

/** A session that a request has in place of a credential. */
export interface AskingSession {
  readonly session: Session;
  /** The project that the request names; null for none. */
  readonly projectId: string | null;
  /**
   * Refuses a session that has ended, as far as this process knows.
   * @throws ServiceError `session.ended`.
   */
  readonly requireOpen: (now: number) => void;
}
