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
    ['if-match', tagOf(ifMatch ?? null)],
    ['prefer', (wait ?? null) === null ? null : `wait=${wait}`],
    ['service-nonce', nonce],
    // Browsers ignore it, and would send a CORS preflight for it.
    ['user-agent', isPage() ? null : `record-verification-js/${VERSION}`],
    ...Object.entries(headers),
  ];
  const sent = new Headers();
  for (const [name, value] of fields) setField(sent, name, value);
  return sent;
}

/** The same with what may change between attempts. */
export function withTokens(fixed: Headers, token: string | null, consistency: string | null): Headers {
  const headers = new Headers(fixed);
  if (token !== null && !headers.has('authorization')) setField(headers, 'authorization', `Bearer ${token}`);
  if (!headers.has(CONSISTENCY_TOKEN)) setField(headers, CONSISTENCY_TOKEN, consistency);
  return headers;
}

/** @throws TypeError that, unlike the platform's, does not repeat the value, which may be a token. */
function setField(headers: Headers, name: string, value: string | null | undefined): void {
  if (value === null || value === undefined) return;
  try {
    headers.set(name, value);
  } catch {
    throw new TypeError(`The header field ${name} has an invalid character.`);
  }
}

function tagOf(version: string | number | null): string | null {
  if (version === null) return null;
  return VERSION_ALONE.test(String(version)) ? `"${version}"` : String(version);
}

function isPage(): boolean {
  return 'document' in globalThis || 'WorkerGlobalScope' in globalThis;
}
