import type { Report } from '@service/evidence';
import type { AnswerChecker } from '../verification/answer-checker.js';
import { addressOf } from './address.js';
import type { Answered } from './answer.js';
import { attempt, type Received } from './attempt.js';
import { Consistency } from './consistency.js';
import { ConnectionError, ServiceError } from './faults.js';
import { askedBy, provedForm } from './proved-requests.js';
import { randomText } from './random-text.js';
import { parseJson } from './parse-json.js';
import { headersOf, withTokens } from './request-headers.js';
import type { ServiceRequest } from './request-options.js';
import { isTransient, pause, pauseAfter, RetryBudget, unlessEnded, type Backoff } from './retries.js';

/** A token, or a function that returns one before each attempt. */
export type TokenSource = string | (() => string | Promise<string>);

/** How requests are sent. */
export interface SenderTerms {
  baseUrl: string;
  token: TokenSource | undefined;
  fetch: typeof fetch;
  timeout: number;
  maxRetries: number;
  backoff: Backoff;
  /** Whether the consistency token is remembered. */
  remembers: boolean;
}

/** Sends the requests of all methods. */
export class Sender {
  readonly #terms: SenderTerms;
  readonly #consistency = new Consistency();
  readonly #budget = new RetryBudget();

  constructor(terms: SenderTerms) {
    this.#terms = terms;
  }

  /**
   * Sends a request until it is answered, refused for good, or has been repeated often enough.
   * @param checker of signed answers; null where nothing is pinned.
   * @throws ServiceError, ConnectionError, EvidenceFault; the signal's reason.
   */
  async send(request: ServiceRequest, checker: AnswerChecker | null): Promise<Answered<unknown>> {
    const { maxRetries = this.#terms.maxRetries, body } = request;
    const url = this.#terms.baseUrl + addressOf(request.path, request.query);
    const nonce = request.nonce ?? (provedForm(request) === null ? null : randomText());
    const headers = headersOf(request, nonce);
    const text = body === undefined ? null : JSON.stringify(body);
    if (!(maxRetries >= 0)) throw new TypeError('maxRetries must be 0 or more.');
    const { data, ...received } = await this.#read(request, { url, headers, body: text }, maxRetries);
    // Checked after the retries, because the requests of the check have retries of their own.
    const report = await proved(request, received, { nonce, body: text, checker });
    const { response } = received;
    return { data, response, requestId: requestIdOf(received), text: textOf(received), nonce, report };
  }

  /** The answer that arrived, unchecked, with its data. */
  async #read(request: ServiceRequest, fixed: Fixed, maxRetries: number): Promise<Unchecked> {
    for (let failed = 1; ; failed += 1) {
      try {
        const received = await this.#attempt(request, fixed);
        const data = dataOf(request, received);
        this.#budget.regain();
        return { ...received, data };
      } catch (error) {
        const wait = pauseAfter(error, failed, this.#terms.backoff);
        if (error instanceof ServiceError && !isTransient(error)) this.#budget.regain();
        if (failed > maxRetries || wait === null || !this.#budget.allows(error)) throw error;
        await pause(wait, request.signal);
      }
    }
  }

  async #attempt(request: ServiceRequest, { url, headers, body }: Fixed): Promise<Received> {
    const { fetch, timeout: usual, remembers } = this.#terms;
    const { method, signal, answer = 'json', wait = 0, timeout = usual + wait * 1_000 } = request;
    const token = request.anonymous === true ? null : await unlessEnded(signal, () => this.#token());
    const known = request.anonymous === true || !remembers ? null : this.#consistency.token;
    const ask = (consistency: string | null): Promise<Received> => {
      const sent = { url, method, body, headers: withTokens(headers, token, consistency) };
      return attempt(sent, { fetch, timeout, signal, answer });
    };
    const received = await ask(known).catch((error: unknown) => {
      if (this.#consistency.forgets(error, known)) return ask(null);
      throw error;
    });
    this.#consistency.remember(received.response.headers);
    return received;
  }

  async #token(): Promise<string | null> {
    const { token } = this.#terms;
    return (typeof token === 'function' ? await token() : token) ?? null;
  }
}

interface Fixed {
  url: string;
  headers: Headers;
  body: string | null;
}

type Unchecked = Received & { data: unknown };

/** Report of the checks; null without pinned keys, or for an answer that is never signed. */
async function proved(
  request: ServiceRequest,
  received: Received,
  { nonce, body, checker }: { nonce: string | null; body: string | null; checker: AnswerChecker | null },
): Promise<Report | null> {
  const { headers } = received.response;
  const kind = provedForm(request) ?? (headers.has('service-evidence-signature') ? 'answer' : null);
  if (checker === null || kind === null || nonce === null) return null;
  const text = textOf(received);
  if (text === null) throw new TypeError('A signed answer is read as a whole, or it could not be checked.');
  const { signal, timeout, maxRetries, headers: further } = request;
  const terms = { signal, timeout, maxRetries, headers: further };
  return checker.check({ kind, asked: askedBy(request, body), nonce, text, headers }, terms);
}

/** Statuses of answers without a body. */
const BODILESS = [204, 205, 304];

function dataOf({ answer = 'json' }: ServiceRequest, received: Received): unknown {
  if (answer !== 'json') return received.content;
  return BODILESS.includes(received.response.status)
    ? null
    : parsed(textOf(received) ?? '', requestIdOf(received));
}

function textOf({ content }: Received): string | null {
  return typeof content === 'string' ? content : null;
}

function requestIdOf({ response }: Received): string | null {
  return response.headers.get('service-request-id');
}

function parsed(text: string, requestId: string | null): unknown {
  try {
    return parseJson(text);
  } catch (cause) {
    throw new ConnectionError('unreadable', 'The answer is not JSON, or is nested too deep.', {
      cause,
      requestId,
    });
  }
}
