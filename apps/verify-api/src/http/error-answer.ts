import { STATUS_CODES } from 'node:http';
import { newId, type ErrorCode, type ErrorData, type ServiceError } from '@service/contracts';

/** The body of every error, as the specification's section 7 draws it. */
export interface ErrorBody {
  error: ErrorData & { message: string; request_id: string; docs: string };
}

/** Path of a code's explanation on this server. */
function docsPath(code: ErrorCode): string {
  return `/docs/errors#${code}`;
}

export function errorBody(error: ServiceError, requestId: string): ErrorBody {
  const { code, ...extras } = error.toData();
  return { error: { code, ...extras, message: error.message, request_id: requestId, docs: docsPath(code) } };
}

/** Which credentials are asked for (RFC 9110, section 11.5). */
const REALM = 'realm="records"';

/** Header fields that go with an error: `WWW-Authenticate` on each 401 and 403, and `Retry-After`. */
export function errorHeaders(error: ServiceError): Record<string, string> {
  const headers: Record<string, string> = { 'content-type': 'application/json; charset=utf-8' };
  if (error.status === 401 || error.status === 403) headers['www-authenticate'] = challengeOf(error);
  const retryAfter = error.retryAfter ?? (error.code === 'service.unavailable' ? 1 : null);
  if (retryAfter !== null) headers['retry-after'] = String(retryAfter);
  return headers;
}

/**
 * The challenge of an error (RFC 6750, section 3): the scheme and one parameter at least. Only a token that is
 * wrong, and one that lacks a capability, have an `error` there; another token helps against nothing else.
 */
function challengeOf({ code, status, extras }: ServiceError): string {
  if (status === 401 && code !== 'authentication.missing') return 'Bearer error="invalid_token"';
  if (extras.scope_required === undefined) return `Bearer ${REALM}`;
  return `Bearer error="insufficient_scope", scope="${extras.scope_required}"`;
}

/** A whole HTTP/1.1 answer for a connection whose request could not even be read.
 *  @param more header fields beside those of every error. */
export function rawErrorAnswer(error: ServiceError, more: Record<string, string> = {}): string {
  const requestId = newId('request');
  const body = JSON.stringify(errorBody(error, requestId));
  const headers = {
    ...errorHeaders(error),
    ...more,
    'service-request-id': requestId,
    date: new Date().toUTCString(),
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return `HTTP/1.1 ${error.status} ${STATUS_CODES[error.status]}\r\n${lines.join('\r\n')}\r\n\r\n${body}`;
}
