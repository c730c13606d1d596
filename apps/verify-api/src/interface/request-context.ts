import type { OperationKind } from '@service/contracts';
import type { Digest } from '@service/evidence';
import type { Channel } from '@service/history';
import type { Caller } from '../admission/authentication/caller.js';
import type { LogHead } from '../views/log-head.js';

/** What is known of an authenticated request while it is answered, whatever channel it came through. */
export interface RequestContext {
  readonly caller: Caller;
  readonly channel: Channel;
  /** Name of the requested operation, until another one runs instead. */
  operation: string;
  /** The kind of operation as which limits and quotas count it. */
  kind: OperationKind;
  /** How many operations it counts as: the items of a batch. */
  items: number;
  /** Ids of what it is about, as soon as they are known. */
  subjects: readonly string[];
  errorCode: string | null;
  /** Status of the operation's outcome if the channel's own status does not tell it; otherwise null. */
  status: number | null;
  /** The evidence of its answer, as soon as it is known; null without evidence. */
  evidence: AnswerEvidence | null;
  /** Milliseconds of the monotonic clock. */
  readonly beganAt: number;
  /**
   * Deadline of its answer, by the same clock, with the wait that the caller asked for; infinite until its operation runs.
   */
  deadline: number;
  /**
   * Checks the credential again, for answers that take long.
   * @throws ServiceError as the admission of the request.
   */
  readonly requireStillAdmitted: () => void;
}

/** The context of a request whose caller is known, before its operation runs. */
export function beginContext(
  { name, kind }: { name: string; kind: OperationKind },
  known: Pick<RequestContext, 'caller' | 'channel' | 'requireStillAdmitted'>,
  beganAt = performance.now(),
): RequestContext {
  return {
    ...known,
    operation: name,
    kind,
    items: 1,
    subjects: [],
    errorCode: null,
    status: null,
    evidence: null,
    beganAt,
    deadline: Infinity,
  };
}

/** The evidence of an answer; errors have none. */
export interface AnswerEvidence {
  /** The position of the log as of which the answer holds. */
  asOf: LogHead;
  /** What the signature binds the answer to; null for an unsigned answer. */
  binding: AnswerBinding | null;
}

/** What the signature of an answer covers in addition to the answer. */
interface AnswerBinding {
  request: Digest;
  nonce: string | null;
  /** Digest of the answer, if it is known already; otherwise computed from the body, which is in its JCS form. */
  answer: Digest | null;
}
