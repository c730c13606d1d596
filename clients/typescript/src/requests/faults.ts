import type { CheckName, Report } from '@service/evidence';
import type { ErrorBody, ErrorCode } from '../models.js';

/** The beginning of an HTTP date, in any of its forms: `Sun, `, `Sunday, `, `Sun Nov`. */
const DATE = /^[A-Z][a-z]{2,8},? /;

/** Base class of all errors of this package. No message contains a token. */
export abstract class RecordVerificationError extends Error {
  /** Id of the request, by which the service finds it; null where no answer named one. */
  abstract readonly requestId: string | null;
}

/** Parts of a refusal. */
interface Refusal {
  status: number;
  headers: Headers;
  error: Partial<ErrorBody['error']>;
}

/** The service refused a request. Decide by `code`, never by the message. */
export class ServiceError extends RecordVerificationError {
  override readonly name = 'ServiceError';
  /** `unrecognized` where the answer is not one of the service's, such as that of a proxy. */
  readonly code: ErrorCode | 'unrecognized';
  /** The HTTP status. */
  readonly status: number;
  readonly requestId: string | null;
  /** Path of the page that explains the code. */
  readonly docs: string | null;
  /** Members of the request that must change, and why; empty for other errors. */
  readonly details: NonNullable<ErrorBody['error']['details']>;
  /** Seconds after which the request may be repeated; null where the service named none. */
  readonly retryAfter: number | null;
  /** The error as the service answered it, with members that only some errors have, such as `current_version`. */
  readonly body: Partial<ErrorBody['error']>;

  constructor({ status, headers, error }: Refusal) {
    super(textOf(error.message) ?? `The service answered with status ${status}.`);
    this.code = error.code ?? 'unrecognized';
    this.status = status;
    // The answer may come from something else than the service: check every type.
    this.requestId = textOf(error.request_id) ?? headers.get('service-request-id');
    this.docs = textOf(error.docs) ?? null;
    this.details = Array.isArray(error.details) ? error.details.filter(isObject) : [];
    this.retryAfter = retryAfterSeconds(headers);
    this.body = error;
  }
}

/** No usable answer arrived: the service may or may not have executed the request. */
export class ConnectionError extends RecordVerificationError {
  override readonly name = 'ConnectionError';
  readonly requestId: string | null;

  /**
   * @param reason `timeout`; `network` where the connection failed or broke off; `redirected`, which is never followed,
   * because the token is for one address; `unreadable` where the answer is invalid for its content type.
   */
  constructor(
    readonly reason: 'timeout' | 'network' | 'redirected' | 'unreadable',
    message: string,
    options: { cause?: unknown; requestId?: string | null } = {},
  ) {
    super(message, options.cause === undefined ? {} : { cause: options.cause });
    this.requestId = options.requestId ?? null;
  }
}

/** The pinned keys do not prove an answer, whose body is therefore withheld. */
export class EvidenceFault extends RecordVerificationError {
  override readonly name = 'EvidenceFault';

  /**
   * @param check the first check that failed or, though requested, could not be made; `answer.unsigned` where there is no
   * signature at all.
   */
  constructor(
    readonly check: CheckName | 'answer.unsigned',
    why: string,
    readonly requestId: string | null,
    /** Every check with its result; null where there was nothing to check. */
    readonly report: Report | null,
  ) {
    super(`The answer is withheld: it is not proven. ${check}: ${why}.`);
  }
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}

/**
 * Seconds that `Retry-After` names; null where there is none. A date is compared with the answer's own `Date`, so that the
 * two clocks need not agree.
 */
function retryAfterSeconds(headers: Headers): number | null {
  const value = headers.get('retry-after');
  if (value === null) return null;
  if (/^\d+$/.test(value)) return Number(value);
  // `Date.parse` makes a date of `-5`, too.
  if (!DATE.test(value)) return null;
  const [sent, until] = [headers.get('date'), Date.parse(value)];
  const from = sent === null ? Date.now() : Date.parse(sent);
  // `Date.parse` takes 31 February for a day of March.
  const seconds = new Date(until).getUTCDate() === Number(/\d+/.exec(value)) ? (until - from) / 1_000 : NaN;
  return Number.isFinite(seconds) ? Math.max(0, seconds) : null;
}
