import type { OperationKind } from '@service/contracts';
import type { Digest } from '@service/evidence';
import type { Channel } from '@service/history';
import type { Caller } from '../authentication/caller.js';
import type { LogHead } from '../views/log-heads.js';

/** What is known of an authenticated request while it is answered, whatever channel it came through. */
export interface RequestContext {
  readonly caller: Caller;
  readonly channel: Channel;
  /** Name of the operation that was asked for, until another one runs in its place. */
  operation: string;
  readonly kind: OperationKind;
  /** Operations that it counts as: the items of a batch. */
  items: number;
  /** Ids of what it is about, as soon as they are known. */
  subjects: readonly string[];
  errorCode: string | null;
  /** What its answer proves, as soon as that is known; null where it proves nothing. */
  evidence: AnswerEvidence | null;
  /** Milliseconds of the monotonic clock. */
  readonly beganAt: number;
}

/** What an answer proves of itself; an error proves nothing. */
export interface AnswerEvidence {
  /** The position of the log that it holds as of. */
  asOf: LogHead;
  /** What its signature binds it to; null where it is not signed. */
  binding: AnswerBinding | null;
}

/** What the signature of an answer binds it to, beside the answer itself. */
interface AnswerBinding {
  request: Digest;
  nonce: string | null;
  /** Digest of the answer, where it is known already; else it is taken of the body, which is in its JCS form. */
  answer: Digest | null;
}
