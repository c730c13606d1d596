import { errors, type Dispatcher } from 'undici';
import { AttemptFailure } from './attempt-failure.js';
import type { AttemptError } from './delivery-attempt.js';

/** Most bytes of an answer's body that are read, and that are kept. */
const [READ_AT_MOST, KEPT_AT_MOST] = [65_536, 1_024];

const ANSWER_FAULTS = [
  errors.HTTPParserError,
  errors.HeadersOverflowError,
  errors.ResponseContentLengthMismatchError,
];

/** What came of a request. */
export interface Answered {
  status: number | null;
  error: AttemptError | null;
  retry_after: string | undefined;
  answer: string | null;
}

/**
 * Follows one request and answers once: at its end, at an error, where too much came, or when it is told to stop. What
 * comes is never decompressed.
 */
export class AnswerReader implements Dispatcher.DispatchHandler {
  readonly ended: Promise<Answered>;
  private end: ((answered: Answered) => void) | null = null;
  private controller: Dispatcher.DispatchController | null = null;
  private status: number | null = null;
  private retryAfter: string | undefined;
  private readonly kept: Buffer[] = [];
  private read = 0;
  private size = 0;

  constructor() {
    this.ended = new Promise((resolve) => (this.end = resolve));
  }

  /** Whether the head of an answer has come. */
  get hasAnswer(): boolean {
    return this.status !== null;
  }

  /** Ends it here; a request that still waits for its connection is then never sent. */
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
    // Interim answers (RFC 9110, section 15.2) say nothing.
    if (status < 200) return;
    this.status = status;
    this.retryAfter = [headers['retry-after']].flat()[0];
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.keep(chunk);
    this.read += chunk.length;
    if (this.read > READ_AT_MOST) this.stop('answer_too_large');
  }

  onResponseEnd(): void {
    this.finish(null);
  }

  onResponseError(_controller: Dispatcher.DispatchController | null, error: Error): void {
    this.finish(error instanceof AttemptFailure ? error.kind : kindOf(error));
  }

  private keep(chunk: Buffer): void {
    if (this.size >= KEPT_AT_MOST) return;
    // A copy, so that the few bytes kept do not hold the whole buffer of the socket.
    const part = Buffer.from(chunk.subarray(0, KEPT_AT_MOST - this.size));
    this.size += part.length;
    this.kept.push(part);
  }

  private finish(error: AttemptError | null): void {
    this.end?.({ status: this.status, error, retry_after: this.retryAfter, answer: this.text() });
    this.end = null;
  }

  /** Without the part of a character at the cut, and without NUL, which PostgreSQL does not store in a text. */
  private text(): string | null {
    if (this.status === null) return null;
    return new TextDecoder()
      .decode(Buffer.concat(this.kept), { stream: this.size === KEPT_AT_MOST })
      .replaceAll('\0', '\ufffd');
  }
}

function kindOf(error: Error): AttemptError {
  return ANSWER_FAULTS.some((fault) => error instanceof fault) ? 'answer_malformed' : 'closed_early';
}
