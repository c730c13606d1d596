import type { Report } from '@service/evidence';

/** An answer with its data and metadata. */
export interface Answered<Data> {
  data: Data;
  /** The response; its body has been read. */
  response: Response;
  /** Id of the request, by which the service's operators find it. */
  requestId: string | null;
  /** The body as it arrived: what a signature covers. Null for bytes and streams. */
  text: string | null;
  /** The nonce that was sent; null where none was. */
  nonce: string | null;
  /** Report of the checks; null without pinned keys, or for an answer that is never signed. */
  report: Report | null;
}

/**
 * The answer to a request that is already on its way. Awaiting it gives the data; `withResponse()` gives the data with the
 * response, its request id and the report of the checks.
 */
export class Answer<Data> implements Promise<Data> {
  readonly [Symbol.toStringTag] = 'Answer';
  readonly #answered: Promise<Answered<Data>>;

  constructor(answered: Promise<Answered<Data>>) {
    this.#answered = answered;
  }

  /** The data with the response and its metadata. */
  withResponse(): Promise<Answered<Data>> {
    return this.#answered;
  }

  // eslint-disable-next-line unicorn/no-thenable -- It is a promise.
  then<Result = Data, Refusal = never>(
    onData?: ((data: Data) => Result | PromiseLike<Result>) | null,
    onError?: ((error: unknown) => Refusal | PromiseLike<Refusal>) | null,
  ): Promise<Result | Refusal> {
    return this.#answered.then(({ data }) => data).then(onData, onError);
  }

  catch<Refusal = never>(
    onError?: ((error: unknown) => Refusal | PromiseLike<Refusal>) | null,
  ): Promise<Data | Refusal> {
    return this.then(undefined, onError);
  }

  finally(onEnd?: (() => void) | null): Promise<Data> {
    return this.#answered.then(({ data }) => data).finally(onEnd);
  }
}
