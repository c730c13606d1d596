import { ConnectionError, ServiceError } from './faults.js';
import { parseJson } from './parse-json.js';
import { readBody, readText } from './read-body.js';
import type { ErrorBody } from '../models.js';
import type { AnswerForm } from './request-options.js';

/** Milliseconds of the longest timer of a platform; a longer timer ends at once. */
const LONGEST_TIMER = 2 ** 31 - 1;

/** The parts of a request that are the same in every attempt. */
export interface Sent {
  url: string;
  method: string;
  headers: Headers;
  body: string | null;
}

/** Settings of an attempt. */
export interface AttemptTerms {
  fetch: typeof fetch;
  /** Milliseconds. */
  timeout: number;
  signal: AbortSignal | undefined;
  answer: AnswerForm;
}

/** A success as it arrived. */
export interface Received {
  response: Response;
  /** Text, bytes or stream, as requested; null without a body. */
  content: string | Uint8Array | ReadableStream<Uint8Array> | null;
}

/**
 * Sends a request once, and reads the answer.
 * @throws ServiceError where it is refused; ConnectionError where no usable answer arrives; the signal's reason where the caller
 * ends it.
 */
export async function attempt(
  sent: Sent,
  { fetch, timeout, signal, answer }: AttemptTerms,
): Promise<Received> {
  if (!(timeout > 0)) throw new TypeError('timeout must be more than 0 milliseconds.');
  const watch = new AbortController();
  const stop = (): void => watch.abort(signal?.reason);
  signal?.throwIfAborted();
  signal?.addEventListener('abort', stop, { once: true });
  const late = new ConnectionError('timeout', `No answer within ${timeout} ms.`);
  const timer = setTimeout(() => watch.abort(late), Math.min(timeout, LONGEST_TIMER));
  let streams = false;
  try {
    const response = await fetch(sent.url, {
      method: sent.method,
      headers: sent.headers,
      ...(sent.body === null ? {} : { body: sent.body }),
      // The token is for this address alone. Not `'error'`, which some workers lack.
      redirect: 'manual',
      signal: watch.signal,
    });
    if (
      response.type === 'opaqueredirect' ||
      (response.status >= 300 && response.status < 400 && response.status !== 304)
    ) {
      await response.body?.cancel();
      throw new ConnectionError(
        'redirected',
        'The address redirects to another one; use that one as baseUrl.',
      );
    }
    if (!response.ok && response.status !== 304) throw await refusalOf(response);
    streams = answer === 'stream';
    return { response, content: await contentOf(response, answer) };
  } catch (error) {
    if (signal?.aborted === true) throw signal.reason;
    if (watch.signal.aborted) throw late;
    if (error instanceof ServiceError || error instanceof ConnectionError) throw error;
    throw new ConnectionError('network', 'The connection failed or was interrupted.', { cause: error });
  } finally {
    clearTimeout(timer);
    // The caller's signal ends a stream that is still arriving.
    if (!streams) signal?.removeEventListener('abort', stop);
  }
}

async function contentOf(response: Response, answer: AnswerForm): Promise<Received['content']> {
  if (answer === 'stream') return response.body;
  return answer === 'bytes' ? readBody(response) : readText(response);
}

async function refusalOf(response: Response): Promise<ServiceError> {
  const { status, headers } = response;
  return new ServiceError({ status, headers, error: errorIn(await readText(response)) });
}

/** The error in a body; undefined if the body is not one of the service. */
function errorIn(text: string): Partial<ErrorBody['error']> {
  try {
    const { error } = parseJson(text) as Partial<ErrorBody>;
    return typeof error?.code === 'string' ? error : {};
  } catch {
    return {};
  }
}
