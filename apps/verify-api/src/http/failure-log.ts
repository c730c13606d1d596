import { causeOfUnavailable, type ServiceError } from '@service/contracts';
import type { Logger } from '@service/platform/logging';

/** Lines about unavailability in a second at the most: in an outage every request would write one. */
const MOST_LINES = 50;

/** The request that an error was answered to. */
export interface FailedRequest {
  id: string;
  /** Null where that is not known. */
  operation: string | null;
  /** Items of its batch that the error was answered for; 1 for a whole request. */
  items?: number;
}

/** Says of requests that failed through no fault of their callers why they did, which callers are not told. */
export class FailureLog {
  private second = 0;
  private lines = 0;
  private leftOut = 0;

  constructor(private readonly logger: Pick<Logger, 'warn' | 'error'>) {}

  /** Told of each error that is answered; says something of `service.unavailable` alone. */
  answered({ id, operation, items = 1 }: FailedRequest, error: ServiceError, now = Date.now()): void {
    if (error.code !== 'service.unavailable' || !this.hasRoom(now)) return;
    const leftOut = this.leftOut === 0 ? {} : { left_out: this.leftOut };
    this.leftOut = 0;
    this.logger.warn(
      { request_id: id, operation, items, ...causeOfUnavailable(error), ...leftOut },
      'A request was answered as service.unavailable.',
    );
  }

  /** Told of what nobody foresaw. */
  unforeseen(requestId: string, thrown: unknown): void {
    this.logger.error(
      { err: thrown, request_id: requestId },
      'An unforeseen error was answered as internal.error.',
    );
  }

  private hasRoom(now: number): boolean {
    const second = Math.floor(now / 1_000);
    if (second !== this.second) [this.second, this.lines] = [second, 0];
    this.lines += 1;
    if (this.lines <= MOST_LINES) return true;
    this.leftOut += 1;
    return false;
  }
}
