import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RequestHandler } from './request-handler.js';
import { pathOf } from './route-table.js';

/** Fields that a page may send, besides those that it always may. */
const REQUEST_FIELDS = [
  'authorization',
  'content-type',
  'idempotency-key',
  'if-match',
  'if-none-match',
  'mcp-method',
  'mcp-name',
  'mcp-protocol-version',
  'prefer',
  'service-consistency-token',
  'service-nonce',
  'traceparent',
  'tracestate',
].join(', ');

/** Fields of an answer that a page may read, besides those that it always may. */
const ANSWER_FIELDS = [
  'Deprecation',
  'ETag',
  'Idempotent-Replayed',
  'Link',
  'Location',
  'Preference-Applied',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'Service-Consistency-Token',
  'Service-Evidence-As-Of',
  'Service-Evidence-Path',
  'Service-Evidence-Signature',
  'Service-Request-Id',
  'Sunset',
  'WWW-Authenticate',
].join(', ');

const METHODS = 'GET, HEAD, POST, PATCH, DELETE';
/** Seconds for which a browser may remember the answer to a preflight; some remember two hours at most. */
const MAX_AGE = '7200';

/** What anybody may read without a credential, scripts of all sites too. */
const FOR_EVERYBODY =
  /^\/(?:v1\/(?:openapi|asyncapi)\.json|v1\/log\/.*|docs(?:\/.*)?|\.well-known\/oauth-protected-resource\/.*)$/;
/** What only pages of the service itself may use: the Console has a session, and the page of links has a secret. */
const OF_OWN_PAGES = /^\/(?:console|v)(?:\/|$)/;

/**
 * Lets scripts of some origins use the API from browsers (Fetch standard, "CORS protocol"). Credentials are tokens that a
 * script must have, never cookies, so `Access-Control-Allow-Credentials` is not sent.
 * @param origins as browsers send them; `*` alone for all.
 */
export function allowOrigins(origins: readonly string[], handler: RequestHandler): RequestHandler {
  const allowed = new Set(origins);
  const all = allowed.has('*');
  return (request, response) => {
    const path = pathOf(request.url ?? '/');
    if (OF_OWN_PAGES.test(path)) {
      handler(request, response);
      return;
    }
    const { origin } = request.headers;
    const isPublic = all || FOR_EVERYBODY.test(path);
    // A cache must not give the answer for one origin to another.
    if (!isPublic && allowed.size > 0) response.setHeader('vary', 'Origin');
    if (!isPublic && (origin === undefined || !allowed.has(origin))) {
      handler(request, response);
      return;
    }
    // Also without an origin: a cache gives the same answer to a page.
    response.setHeader('access-control-allow-origin', isPublic ? '*' : String(origin));
    if (isPreflight(request)) answerPreflight(response, isPublic ? `*, ${REQUEST_FIELDS}` : REQUEST_FIELDS);
    else {
      response.setHeader('access-control-expose-headers', ANSWER_FIELDS);
      handler(request, response);
    }
  };
}

function isPreflight({ method, headers }: IncomingMessage): boolean {
  return method === 'OPTIONS' && headers['access-control-request-method'] !== undefined;
}

function answerPreflight(response: ServerResponse, fields: string): void {
  response.writeHead(204, {
    'access-control-allow-methods': METHODS,
    'access-control-allow-headers': fields,
    'access-control-max-age': MAX_AGE,
  });
  response.end();
}
