import { digestText, type Digest } from '../digest.js';
import { canonicalJson } from '../json/canonical-json.js';

/** The only format of statements so far. */
export const ANSWER_FORMAT = 'answer/v1';

/** What the service signs about an answer. */
export interface AnswerStatement {
  /** Digest of the JCS form of the answer's body. */
  answer: Digest;
  /** The position of the log as of which the answer holds: the value of `Service-Evidence-As-Of`. */
  as_of: string;
  /** The caller's `Service-Nonce`; null without one. */
  nonce: string | null;
  /** Digest of the request, as `requestDigest` makes it. */
  request: Digest;
  request_id: string;
}

/** A request as its digest covers it. */
export interface AnsweredRequest {
  method: string;
  /** Without a query. */
  path: string;
  /** Its JSON body. */
  body: unknown;
}

/**
 * Digest of the JCS form of a request's body, method and path. Null stands for each item of a batch that its answer calls
 * malformed: such an item can lack a canonical form.
 * @param answer its body, as JSON.
 * @throws Error on values that JSON cannot hold.
 */
export function requestDigest({ method, path, body }: AnsweredRequest, answer: unknown = null): Digest {
  return digestText(canonicalJson({ body: withoutMalformed(body, answer), method, path }));
}

function withoutMalformed(body: unknown, answer: unknown): unknown {
  const { records } = (body ?? {}) as { records?: unknown };
  const { data } = (answer ?? {}) as { data?: unknown };
  if (!Array.isArray(records) || !Array.isArray(data)) return body;
  const codes = (data as ({ error?: { code?: unknown } | null } | null)[]).map((item) => item?.error?.code);
  const covered = records.map((item: unknown, index) => (codes[index] === 'request.malformed' ? null : item));
  return { ...(body as object), records: covered };
}

/** A statement's JCS form, joined by hand for speed: every answer needs one. */
export function statementText({ answer, as_of, nonce, request, request_id }: AnswerStatement): string {
  return (
    `{"answer":"${answer}","as_of":${JSON.stringify(as_of)},"format":"${ANSWER_FORMAT}"` +
    `,"nonce":${JSON.stringify(nonce)},"request":"${request}","request_id":${JSON.stringify(request_id)}}`
  );
}

const NONCE = /^[\x21-\x7e]{1,128}$/;

/** Whether a text can be a nonce: 1 to 128 visible ASCII characters. */
export function isNonce(text: string): boolean {
  return NONCE.test(text);
}
