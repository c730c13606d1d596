import { VERSION } from '../version.js';
import { CONSISTENCY_TOKEN } from './consistency.js';
import { randomText } from './random-text.js';
import type { ServiceRequest } from './request-options.js';

/** A version, with or without the digits of an `ETag`. */
const VERSION_ALONE = /^\d+(?:\.[\da-f]+)?$/;

/** Header fields that stay the same in all attempts of a request: one idempotency key, one nonce. */
export function headersOf(request: ServiceRequest, nonce: string | null): Headers {
  const { method, body, answer = 'json', accept, idempotencyKey, ifMatch, wait, headers = {} } = request;
  const fields: [string, string | null][] = [
    ['accept', accept ?? (answer === 'json' ? 'application/json' : '*/*')],
    ['content-type', body === undefined ? null : 'application/json'],
    ['idempotency-key', idempotencyKey ?? (method === 'POST' ? randomText() : null)],
    ['if-match', ifMatch === undefined ? null : tagOf(ifMatch)],
    ['prefer', wait === undefined ? null : `wait=${wait}`],
    ['service-nonce', nonce],
    // A page may not choose it, and asking for that would need a leave of the service.
    ['user-agent', isPage() ? null : `record-verification-js/${VERSION}`],
    ...Object.entries(headers),
  ];
  const sent = new Headers();
  for (const [name, value] of fields) if (value !== null) sent.set(name, value);
  return sent;
}

/** The same with what may change between attempts. */
export function withTokens(fixed: Headers, token: string | null, consistency: string | null): Headers {
  const headers = new Headers(fixed);
  if (token !== null && !headers.has('authorization')) headers.set('authorization', `Bearer ${token}`);
  if (consistency !== null && !headers.has(CONSISTENCY_TOKEN)) headers.set(CONSISTENCY_TOKEN, consistency);
  return headers;
}

function tagOf(version: string | number): string {
  return VERSION_ALONE.test(String(version)) ? `"${version}"` : String(version);
}

function isPage(): boolean {
  return 'document' in globalThis || 'WorkerGlobalScope' in globalThis;
}
