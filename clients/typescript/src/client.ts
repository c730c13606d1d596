import { Resources } from './generated/resources.js';
import { pathTo, readBaseUrl } from './requests/address.js';
import { Answer, type Answered } from './requests/answer.js';
import { List, type ListTerms, type PageBody } from './requests/pages.js';
import { randomText } from './requests/random-text.js';
import type { ServiceRequest } from './requests/request-options.js';
import { fullJitter, type Backoff } from './requests/retries.js';
import { Sender, type TokenSource } from './requests/sender.js';
import { Events } from './resources/events.js';
import { AnswerChecker, type ReadBundle } from './verification/answer-checker.js';
import type { Pinned } from './verification/pinned.js';

/** The address, credential, trust and limits of a client. */
export interface ClientOptions {
  /** Address of the service, without `/v1`. */
  baseUrl: string;
  /**
   * `svc_...`, an access token, or a function that returns one before each attempt. Only public resources need none.
   */
  token?: TokenSource;
  /** Pinned keys. With them, every signed answer is checked, and withheld if it is not proven. */
  verify?: Pinned;
  /** Milliseconds for one attempt, its body included; default 10,000. A `wait` is added to it. */
  timeout?: number;
  /** How often a request is repeated; default 4, as long as the retries of all its requests are few. */
  maxRetries?: number;
  /** Milliseconds before a retry; default: full jitter, up to 0.25 s before the first and twice as much before each further one. */
  backoff?: Backoff;
  /** Whether the consistency token of a write is sent with the requests behind it; default true. */
  readYourWrites?: boolean;
  /** Sends the requests; default: the platform's own. */
  fetch?: typeof fetch;
}

const TIMEOUT = 10_000;
const MAX_RETRIES = 4;

/** A client of the service. Logging it never shows the token. */
export class RecordVerification extends Resources {
  readonly events = new Events(this);
  readonly #sender: Sender;
  readonly #checker: AnswerChecker | null;

  /** @throws TypeError for an invalid address; EvidenceError where the pinned keys cannot be used. */
  constructor(options: ClientOptions) {
    super();
    const {
      baseUrl,
      token,
      verify,
      timeout = TIMEOUT,
      maxRetries = MAX_RETRIES,
      backoff = fullJitter,
    } = options;
    // Calls `fetch` on globalThis, because some platforms refuse it as a method of another object.
    const send: typeof fetch = options.fetch ?? ((input, init) => globalThis.fetch(input, init));
    const remembers = options.readYourWrites ?? true;
    const terms = { token, timeout, maxRetries, backoff, remembers, fetch: send };
    this.#sender = new Sender({ ...terms, baseUrl: readBaseUrl(baseUrl) });
    this.#checker = verify === undefined ? null : new AnswerChecker(verify, this.#readBundle, randomText);
  }

  /**
   * Sends any request, with the checks, retries and errors of the methods.
   * @throws ServiceError, ConnectionError, EvidenceFault; the signal's reason.
   */
  request<Data = unknown>(request: ServiceRequest): Answer<Data> {
    return new Answer(this.#send<Data>(request));
  }

  /** Sends a request for a list, whose pages are read during the iteration. */
  list<Item, Body extends PageBody<Item> = PageBody<Item>>(
    request: ServiceRequest,
    terms?: ListTerms,
  ): List<Item, Body> {
    const read = (cursor: string | undefined): Promise<Answered<Body>> =>
      this.#send(cursor === undefined ? request : { ...request, query: { ...request.query, cursor } });
    return new List<Item, Body>(read, terms);
  }

  async #send<Data>(request: ServiceRequest): Promise<Answered<Data>> {
    return (await this.#sender.send(request, this.#checker)) as Answered<Data>;
  }

  /** Reads a bundle as it arrives, without a check: the caller checks it. */
  readonly #readBundle: ReadBundle = async (recordId, nonce, terms) => {
    const path = pathTo`/v1/records/${recordId}/evidence`;
    return (await this.#sender.send({ ...terms, method: 'GET', path, nonce }, null)).text ?? '';
  };
}
