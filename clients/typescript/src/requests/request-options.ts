/** Options of every method. */
export interface RequestOptions {
  /** Ends the request, with the signal's reason. */
  signal?: AbortSignal | undefined;
  /** Milliseconds for one attempt, its body included; default: the client's. */
  timeout?: number | undefined;
  /** How often the request is repeated; default: the client's. */
  maxRetries?: number | undefined;
  /** Further header fields, which take precedence over the client's. */
  headers?: Readonly<{ [name: string]: string }> | undefined;
}

/** Options of a POST that changes something. */
export interface WriteOptions extends RequestOptions {
  /** Your own key of the request, the same for all of its attempts; default: a random one. */
  idempotencyKey?: string | undefined;
  /** The `ETag` of the expected version, or its number: the request is refused for any other version. */
  ifMatch?: string | number | undefined;
}

/** Options of an idempotent change, which needs no idempotency key. */
export type UpdateOptions = Omit<WriteOptions, 'idempotencyKey'>;

/** Options of a verification and of a bundle. */
export interface VerifyOptions extends RequestOptions {
  /** Your own value that the signature covers; default: a random one. Use each for one request only. */
  nonce?: string | undefined;
  /** Seconds that the service may wait until the log has the record's newest element, at most 10. */
  wait?: number | undefined;
}

/** Options of a list of events. */
export interface WaitOptions extends RequestOptions {
  /** Seconds that the service may wait for an event where there is none, at most 10. */
  wait?: number | undefined;
}

/** Form of an answer: parsed JSON, text, bytes, or a stream. */
export type AnswerForm = 'json' | 'text' | 'bytes' | 'stream';

/** Values of a query: a list repeats its name, and undefined is left out. */
export type QueryValue = string | number | boolean | undefined | readonly (string | number)[];

/** A request. Its path begins with `/`; variables in it are already encoded. */
export interface ServiceRequest extends WriteOptions, VerifyOptions {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  path: string;
  query?: { readonly [name: string]: QueryValue } | undefined;
  /** Sent as JSON. */
  body?: unknown;
  /** Default: `json`. */
  answer?: AnswerForm | undefined;
  /** Requested media type; default: `application/json` for `json`. */
  accept?: string | undefined;
  /** Whether to send no token: for public resources. */
  anonymous?: boolean | undefined;
}
