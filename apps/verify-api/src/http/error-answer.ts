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

/** Header fields that go with an error: `WWW-Authenticate` (RFC 6750, section 3) and `Retry-After`. */
export function errorHeaders(error: ServiceError): Record<string, string> {
  const headers: Record<string, string> = { 'content-type': 'application/json; charset=utf-8' };
  if (error.code === 'authentication.missing') headers['www-authenticate'] = 'Bearer';
  else if (error.status === 401) headers['www-authenticate'] = 'Bearer error="invalid_token"';
  else if (error.extras.scope_required !== undefined) {
    headers['www-authenticate'] = `Bearer error="insufficient_scope", scope="${error.extras.scope_required}"`;
  } else if (error.status === 403) headers['www-authenticate'] = 'Bearer';
  const retryAfter = error.retryAfter ?? (error.code === 'service.unavailable' ? 1 : null);
  if (retryAfter !== null) headers['retry-after'] = String(retryAfter);
  return headers;
}

/** A whole HTTP/1.1 answer for a connection whose request could not even be read. */
export function rawErrorAnswer(error: ServiceError): string {
  const requestId = newId('request');
  const body = JSON.stringify(errorBody(error, requestId));
  const headers = {
    ...errorHeaders(error),
    'service-request-id': requestId,
    date: new Date().toUTCString(),
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return `HTTP/1.1 ${error.status} ${STATUS_CODES[error.status]}\r\n${lines.join('\r\n')}\r\n\r\n${body}`;
}
