import { causeOfUnavailable, type ServiceError } from '@service/contracts';
import { LineLimit, type Logger } from '@service/platform/logging';
import { traceInLog, type TraceCarrier } from '@service/platform/tracing';
import type { RequestMeasures } from './request-measures.js';

/** How log lines name a request. */
export interface LoggedRequest {
  id: string;
  trace: TraceCarrier;
}

/** The request that was answered with an error. */
export interface FailedRequest extends LoggedRequest {
  /** Null if unknown. */
  operation: string | null;
  /** How many items of its batch were answered with it; 1 for a whole request. */
  items?: number;
}

/** Counts errors, and logs why the service could not answer requests: the answers do not tell it. */
export class FailureLog {
  private readonly limit = new LineLimit();

  constructor(
    private readonly logger: Pick<Logger, 'warn' | 'error'>,
    private readonly measures: Pick<RequestMeasures, 'failed'>,
  ) {}

  /** Call it for every error that is answered; only `service.unavailable` is logged, once a second for each cause. */
  answered({ id, operation, items = 1, trace }: FailedRequest, error: ServiceError, now = Date.now()): void {
    this.measures.failed(error.code, items);
    if (error.code !== 'service.unavailable') return;
    const why = causeOfUnavailable(error);
    // Logged once where it is detected, because callers without a valid secret can cause it.
    if (why.cause === 'pepper_missing') return;
    const leftOut = this.limit.take(why.cause, now);
    if (leftOut === null) return;
    this.logger.warn(
      { ...namesOf({ id, trace }), operation, items, why, ...leftOut },
      'A request was answered as service.unavailable.',
    );
  }

  /** Logs an unexpected error. */
  unforeseen(request: LoggedRequest, thrown: unknown): void {
    this.logger.error(
      { err: thrown, ...namesOf(request) },
      'An unexpected error was answered as internal.error.',
    );
  }
}

/** The members of a log line that name a request and its trace. */
function namesOf({ id, trace }: LoggedRequest): { request_id: string; trace_id?: string } {
  return { request_id: id, ...traceInLog(trace) };
}
