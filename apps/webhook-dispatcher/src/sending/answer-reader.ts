import { errors, type Dispatcher } from 'undici';
import { AttemptFailure } from './attempt-failure.js';
import type { AttemptError } from './delivery-attempt.js';

/** Most bytes of an answer's body that are read, and that are stored. */
const [READ_AT_MOST, STORED_AT_MOST] = [65_536, 1_024];

const ANSWER_FAULTS = [
  errors.HTTPParserError,
  errors.HeadersOverflowError,
  errors.ResponseContentLengthMismatchError,
];

/** The end of a request. */
export interface Answered {
  status: number | null;
  error: AttemptError | null;
  retry_after: string | undefined;
  answer: string | null;
}

/**
 * Reads the answer to one request. `ended` resolves once: at the end of the answer, at an error, when the answer is too
 * long, or on `stop`. Answers are never decompressed.
 */
export class AnswerReader implements Dispatcher.DispatchHandler {
  readonly ended: Promise<Answered>;
  private end: ((answered: Answered) => void) | null = null;
  private controller: Dispatcher.DispatchController | null = null;
  private status: number | null = null;
  private retryAfter: string | undefined;
  private readonly stored: Buffer[] = [];
  private read = 0;
  private size = 0;

  constructor() {
    this.ended = new Promise((resolve) => (this.end = resolve));
  }

  /** Whether the head of an answer has arrived. */
  get hasAnswer(): boolean {
    return this.status !== null;
  }

  /** Ends the request; if it still waits for a connection it is never sent. */
  stop(error: AttemptError): void {
    this.finish(error);
    this.controller?.abort(new AttemptFailure(error, 'The attempt is over.'));
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.controller = controller;
    if (this.end === null) controller.abort(new AttemptFailure('timeout', 'The attempt is over.'));
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: Record<string, string | string[] | undefined>,
  ): void {
    // Interim answers (RFC 9110, section 15.2) are ignored.
    if (status < 200) return;
    this.status = status;
    this.retryAfter = [headers['retry-after']].flat()[0];
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.store(chunk);
    this.read += chunk.length;
    if (this.read > READ_AT_MOST) this.stop('answer_too_large');
  }

  onResponseEnd(): void {
    this.finish(null);
  }

  onResponseError(_controller: Dispatcher.DispatchController | null, error: Error): void {
    this.finish(error instanceof AttemptFailure ? error.kind : kindOf(error));
  }

  private store(chunk: Buffer): void {
    if (this.size >= STORED_AT_MOST) return;
    // A copy: a view of the few bytes would hold the socket's whole buffer in memory.
    const part = Buffer.from(chunk.subarray(0, STORED_AT_MOST - this.size));
    this.size += part.length;
    this.stored.push(part);
  }

  private finish(error: AttemptError | null): void {
    this.end?.({ status: this.status, error, retry_after: this.retryAfter, answer: this.text() });
    this.end = null;
  }

  /** Without a character that was cut off, and without NUL, which PostgreSQL cannot store in a text. */
  private text(): string | null {
    if (this.status === null) return null;
    return new TextDecoder()
      .decode(Buffer.concat(this.stored), { stream: this.size === STORED_AT_MOST })
      .replaceAll('\0', '\ufffd');
  }
}

function kindOf(error: Error): AttemptError {
  return ANSWER_FAULTS.some((fault) => error instanceof fault) ? 'answer_malformed' : 'closed_early';
}
