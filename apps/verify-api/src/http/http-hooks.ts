import { ServiceError, newId } from '@service/contracts';
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifyServerOptions } from 'fastify';
import { answerError } from './answer-error.js';
import { checkHeaders } from './check-headers.js';
import { checkMessage } from './check-message.js';
import { completeAnswer, type AnswerParts } from './complete-answer.js';
import type { FailureLog } from './failure-log.js';
import { RouteTable } from './route-table.js';

const BODY_LIMIT = 64 * 1024;
const BATCH_BODY_LIMIT = 1024 * 1024;
/** Longer than any header section that is let in: an id may have any length. */
const MAX_PARAMETER_LENGTH = 16_384;

/** Options of every Fastify server of the gateway. */
export function serverOptions(failures: FailureLog): FastifyServerOptions {
  return {
    bodyLimit: BODY_LIMIT,
    genReqId: () => newId('request'),
    requestIdHeader: false,
    exposeHeadRoutes: true,
    routerOptions: { maxParamLength: MAX_PARAMETER_LENGTH, caseSensitive: true },
    frameworkErrors: (error, request, reply) => {
      void reply.header('service-request-id', request.id);
      answerError(request, reply, error, failures);
    },
  };
}

/**
 * Adds the hooks that every server of the gateway has, before it has routes: every answer has its request id, headers
 * are checked before anything is read, bodies stay bytes until the credential is checked, and what Fastify refuses
 * by itself gets a code of the registry. No answer to a caller leaves before it is in the history.
 */
export function addHttpHooks(server: FastifyInstance, routes: RouteTable, parts: AnswerParts): void {
  server.removeAllContentTypeParsers();
  // Both: what is told by name is found at once, and the headers' check lets nothing else through.
  for (const type of ['application/json', '*']) {
    server.addContentTypeParser(type, { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  }
  server.addHook('onRoute', (route) => {
    if (route.url.endsWith('/batch')) route.bodyLimit = BATCH_BODY_LIMIT;
    if (route.url !== '*') routes.add(route.url, [route.method].flat());
  });
  server.addHook('onRequest', (request, reply, done) => {
    void reply.header('service-request-id', request.id);
    try {
      checkMessage(request.raw);
      // Before Fastify looks at the body of a request that nobody will read.
      if (request.is404 || routes.hasNearer(request.routeOptions.url, request.url))
        throw missing(routes, request, reply);
      checkHeaders(request);
      done();
    } catch (error) {
      done(error as Error);
    }
  });
  server.addHook('onSend', (request, reply, payload, done) => {
    completeAnswer(request, reply, payload, parts, done);
  });
}

/** Tells a path that does not exist from a method that it does not know. */
export function missing(routes: RouteTable, request: FastifyRequest, reply: FastifyReply): ServiceError {
  const methods = routes.methodsOf(request.url);
  if (methods.length === 0) return new ServiceError('route.not_found');
  void reply.header('allow', methods.join(', '));
  return new ServiceError('request.method_not_allowed');
}
