import { ConnectionError, ServiceError } from './faults.js';

/** Seconds of the longest `Retry-After` that is waited for; after a longer one the error is thrown at once. */
const LONGEST_WAIT = 60;
/** Upper limits in milliseconds: of the first pause, which doubles with each attempt, and of any pause. */
const [FIRST_PAUSE, LONGEST_PAUSE] = [250, 8_000];
/** Retries that a client has in stock, and the part of one that each answer gives back. */
const [STOCK, REGAINED] = [50, 0.25];

/** Milliseconds before a retry, from the number of attempts that failed. */
export type Backoff = (failed: number) => number;

/** Full jitter: anything up to the longest pause, so that clients that failed together do not come back together. */
export const fullJitter: Backoff = (failed) =>
  Math.random() * Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** (failed - 1));

/**
 * Milliseconds to wait before the request is repeated; null for no retry. All requests can be repeated: a POST has an
 * idempotency key, and the other methods are idempotent.
 */
export function pauseAfter(error: unknown, failed: number, backoff: Backoff): number | null {
  if (!isTransient(error)) return null;
  if (error instanceof ConnectionError) return backoff(failed);
  if (error.retryAfter === null) return backoff(failed);
  if (error.retryAfter > LONGEST_WAIT) return null;
  // Jitter only adds to Retry-After: all clients that were refused together got the same value.
  return error.retryAfter * 1_000 + backoff(failed);
}

/** Retries of all requests of a client, so that many at a time do not multiply the load of a service that is down. */
export class RetryBudget {
  #left = STOCK;

  /** Whether one may be repeated after this error. 429 with its time costs nothing: its service is well, and says when. */
  allows(error: unknown): boolean {
    if (error instanceof ServiceError && error.status === 429 && error.retryAfter !== null) return true;
    if (this.#left < 1) return false;
    this.#left -= 1;
    return true;
  }

  regain(): void {
    this.#left = Math.min(STOCK, this.#left + REGAINED);
  }
}

/** Whether the same request may succeed later. */
export function isTransient(error: unknown): error is ConnectionError | ServiceError {
  if (error instanceof ConnectionError) return error.reason !== 'redirected';
  if (!(error instanceof ServiceError)) return false;
  const { status, code } = error;
  // Neither a restored copy nor a 501 changes by waiting.
  const isPassing = status === 408 || status === 429 || (status >= 500 && status !== 501);
  return isPassing && code !== 'service.restored_copy';
}

/** Waits. @throws the signal's reason where it ends the wait. */
export async function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  signal?.throwIfAborted();
  await new Promise<void>((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      // Rethrow the caller's own reason.
      reject(signal?.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, milliseconds);
    signal?.addEventListener('abort', stop, { once: true });
  });
}

/** Awaits work that does not support a signal. @throws the signal's reason if it aborts first. */
export async function unlessEnded<Result>(
  signal: AbortSignal | undefined,
  work: () => Promise<Result>,
): Promise<Result> {
  if (signal === undefined) return work();
  signal.throwIfAborted();
  const done = new AbortController();
  const ended = new Promise<never>((_resolve, reject) => {
    const stop = (): void => reject(signal.reason as Error);
    signal.addEventListener('abort', stop, { once: true, signal: done.signal });
  });
  try {
    return await Promise.race([work(), ended]);
  } finally {
    done.abort();
  }
}
