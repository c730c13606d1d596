import { STATUS_CODES } from 'node:http';
import { newId, type ServiceError } from '@service/contracts';
import { JSON_ANSWER } from './media-types.js';
import { errorBody, retrySecondsOf } from '../../admission/error-body.js';

/** Names the credentials that are required (RFC 9110, section 11.5). */
const REALM = 'realm="records"';

/** Keeps browsers from reading an answer as another type than it says (Fetch standard). On every answer. */
export const NO_SNIFFING = { 'x-content-type-options': 'nosniff' };

/**
 * Header fields that go with an error: `WWW-Authenticate` on each 401 and 403, and `Retry-After`. No cache stores an
 * error: the next answer may be another one.
 * @param resourceMetadata address of the metadata that say where access tokens are issued, where these are accepted.
 */
export function errorHeaders(error: ServiceError, resourceMetadata?: string): Record<string, string> {
  const headers: Record<string, string> = {
    'content-type': JSON_ANSWER,
    'cache-control': 'no-store',
  };
  if (error.status === 401 || error.status === 403) {
    headers['www-authenticate'] =
      resourceMetadata === undefined ? challengeOf(error) : oauthChallengeOf(error, resourceMetadata);
  }
  const retry = retrySecondsOf(error);
  if (retry !== null) headers['retry-after'] = String(retry);
  return headers;
}

/**
 * The challenge of an error (RFC 6750, section 3): the scheme and at least one parameter. It has an `error` only for an
 * invalid token and for a missing capability, because only in these cases another token helps.
 */
function challengeOf({ code, status, extras }: ServiceError): string {
  if (status === 401 && code !== 'authentication.missing') return 'Bearer error="invalid_token"';
  if (extras.scope_required === undefined) return `Bearer ${REALM}`;
  return `Bearer error="insufficient_scope", scope="${extras.scope_required}"`;
}

/**
 * The challenge of an error where access tokens are accepted (RFC 9728, section 5.1). The scopes are all that the next
 * token needs (MCP, "Scope Challenge Handling"): those of this token too, because the next one takes its place.
 */
function oauthChallengeOf(error: ServiceError, resourceMetadata: string): string {
  const { code, status, extras } = error;
  const metadata = `resource_metadata="${resourceMetadata}"`;
  if (status === 401) {
    return `Bearer ${metadata}${code === 'authentication.missing' ? '' : ', error="invalid_token"'}`;
  }
  const { scope_required, scope_held = [] } = extras;
  if (scope_required === undefined) return challengeOf(error);
  const scopes = [...scope_held, scope_required].join(' ');
  return `Bearer error="insufficient_scope", scope="${scopes}", ${metadata}`;
}

/** A complete HTTP/1.1 answer for a connection whose request could not be parsed.
 *  @param more header fields besides those of every error. */
export function rawErrorAnswer(error: ServiceError, more: Record<string, string> = {}): string {
  const requestId = newId('request');
  const body = JSON.stringify(errorBody(error, requestId));
  const headers = {
    ...errorHeaders(error),
    ...NO_SNIFFING,
    ...more,
    'service-request-id': requestId,
    date: new Date().toUTCString(),
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return `HTTP/1.1 ${error.status} ${STATUS_CODES[error.status]}\r\n${lines.join('\r\n')}\r\n\r\n${body}`;
}
