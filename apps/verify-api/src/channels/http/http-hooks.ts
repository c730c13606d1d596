import { ServiceError, newId } from '@service/contracts';
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifyServerOptions } from 'fastify';
import { payerOf } from '../../admission/authentication/caller.js';
import { answerError } from './answer-error.js';
import { ArrivingBodies } from './bounds/arriving-bodies.js';
import { SMALL_ANSWER, type UnreadAnswers } from './bounds/unread-answers.js';
import { checkHeaders } from './check-headers.js';
import { checkMessage } from './check-message.js';
import { completeAnswer, type AnswerParts } from './complete-answer.js';
import { clientNetwork } from './client-address.js';
import { NO_SNIFFING } from './error-answer.js';
import type { FailureLog } from '../../infrastructure/failure-log.js';
import type { GatewayRequest } from './gateway-request.js';
import { beginSpan } from './request-trace.js';
import { RouteTable } from './route-table.js';

const TOO_MANY_REQUESTS = 429;
const BODY_LIMIT = 64 * 1024;
const BATCH_BODY_LIMIT = 1024 * 1024;
const BATCH_PATH = /\/batch(?:\/|$)/;
/** Where the log and its signed policy are, and links, for anybody. */
const FOR_ANYBODY = /^\/v(?:1\/log)?\//;
/** Longer than the longest allowed header section, so that an id can have any length. */
const MAX_PARAMETER_LENGTH = 16_384;

/** Options of the gateway's server. */
export function serverOptions(failures: FailureLog): FastifyServerOptions {
  return {
    bodyLimit: BODY_LIMIT,
    genReqId: () => newId('request'),
    requestIdHeader: false,
    exposeHeadRoutes: true,
    routerOptions: { maxParamLength: MAX_PARAMETER_LENGTH, caseSensitive: true },
    frameworkErrors: (error, request, reply) => {
      void reply.header('service-request-id', request.id).headers(NO_SNIFFING);
      answerError(request, reply, error, failures);
    },
  };
}

/**
 * Adds the hooks of the gateway's server, before it has routes: every answer has its request id, headers
 * are checked before the body is read, bodies stay bytes until the credential is checked, and Fastify's own errors get
 * a code of the registry. No answer to a caller is sent before it is in the history.
 */
export function addHttpHooks(server: FastifyInstance, routes: RouteTable, parts: AnswerParts): void {
  server.removeAllContentTypeParsers();
  // Fastify finds `application/json` directly by its name; `*` serves other spellings of it, such as with a charset.
  // `checkHeaders` refuses all other types before a body is read.
  for (const type of ['application/json', '*']) {
    server.addContentTypeParser(type, { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  }
  const bodies = new ArrivingBodies();
  server.addHook('onRoute', (route) => {
    if (BATCH_PATH.test(route.url)) {
      route.bodyLimit = BATCH_BODY_LIMIT;
      route.preParsing = (request, _reply, _payload, done) => {
        const { raw } = request;
        const announced = Number(raw.headers['content-length'] ?? BATCH_BODY_LIMIT);
        if (announced > BODY_LIMIT)
          bodies.add(raw, Math.min(announced, BATCH_BODY_LIMIT), clientNetwork(request));
        done();
      };
    }
    if (route.url !== '*') routes.add(route.url, [route.method].flat());
  });
  const { tracer } = parts;
  if (tracer !== null) {
    server.addHook('onRequest', (request, reply, done) => {
      beginSpan(tracer, request, reply);
      done();
    });
  }
  server.addHook('onRequest', (request, reply, done) => {
    void reply.header('service-request-id', request.id).headers(NO_SNIFFING);
    try {
      checkFraming(request, reply);
      // Refused before Fastify checks a body that no route will read.
      const isMissing =
        request.is404 ||
        hasEmptyParameter(request.params as Record<string, string>) ||
        routes.hasNearer(request.routeOptions.url, request.url);
      if (isMissing) throw missing(routes, request, reply);
      checkHeaders(request);
      done();
    } catch (error) {
      done(error as Error);
    }
  });
  const { underWay, refusals, unread } = parts;
  server.addHook('preValidation', (request: GatewayRequest, _reply, done) => {
    try {
      request.place = underWay.enter(FOR_ANYBODY.test(request.url));
      done();
    } catch (error) {
      done(error as Error);
    }
  });
  server.addHook('onSend', (request: GatewayRequest, reply, payload, done) => {
    try {
      countUnread(unread, request, reply, payload);
    } catch (error) {
      done(error as Error);
      return;
    }
    const complete = () => completeAnswer(request, reply, payload, parts, done);
    if (!isSlowed(request, reply)) {
      complete();
      return;
    }
    // It takes the place of no request that may be answered, and no memory for a body.
    request.place?.leave();
    request.body = undefined;
    const kind = request.requestContext === undefined ? 'unknown' : 'known';
    refusals.slow(payerOfRequest(request), complete, kind);
  });
}

/** Ends the count of a request; the last hook, as its answer is all that is kept of it from then on. */
export function addEndHook(server: FastifyInstance): void {
  server.addHook('onSend', (request: GatewayRequest, _reply, payload, done) => {
    request.place?.leave();
    done(null, payload);
  });
}

/** Whether an answer refuses too many requests (over MCP such a refusal is 200), or a request before its caller is known. */
function isSlowed({ requestContext }: GatewayRequest, { statusCode }: FastifyReply): boolean {
  if (requestContext === undefined) return statusCode >= 400 && statusCode < 500;
  return (requestContext.status ?? statusCode) === TOO_MANY_REQUESTS;
}

/** Counts a text that may stay unread; a stream is read from its source no faster than its client reads. */
function countUnread(
  unread: UnreadAnswers,
  request: GatewayRequest,
  reply: FastifyReply,
  payload: unknown,
): void {
  const isText = typeof payload === 'string' || Buffer.isBuffer(payload);
  if (!isText || payload.length <= SMALL_ANSWER || request.method === 'HEAD') return;
  unread.add(payerOfRequest(request), payload.length, reply.raw, request.requestContext?.kind !== 'write');
}

/** Who pays for a request: its caller's project or link; of one without a credential, the network that it came from. */
function payerOfRequest(request: GatewayRequest): string {
  const { requestContext } = request;
  return requestContext === undefined ? clientNetwork(request) : payerOf(requestContext.caller);
}

/** Whether a path has an empty segment in the place of an id; what follows in a path that is open at its end may be empty. */
function hasEmptyParameter(params: Record<string, string>): boolean {
  for (const name in params) if (params[name] === '' && name !== '*') return true;
  return false;
}

/** Refuses a message that others may read differently, and ends its connection: the next one may be read so too. */
function checkFraming(request: FastifyRequest, reply: FastifyReply): void {
  try {
    checkMessage(request.raw);
  } catch (error) {
    void reply.header('connection', 'close');
    throw error;
  }
}

/** The error for a path that does not exist, or for a method that the path does not support. */
export function missing(routes: RouteTable, request: FastifyRequest, reply: FastifyReply): ServiceError {
  const methods = routes.methodsOf(request.url);
  if (methods.length === 0) return new ServiceError('route.not_found');
  void reply.header('allow', methods.join(', '));
  return new ServiceError('request.method_not_allowed');
}
