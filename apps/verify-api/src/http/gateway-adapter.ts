import { FastifyAdapter } from '@nestjs/platform-fastify';
import { ServiceError, newId } from '@service/contracts';
import type { Logger } from '@service/platform';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { answerError } from './answer-error.js';
import { checkHeaders } from './check-headers.js';
import { RouteTable } from './route-table.js';

const BODY_LIMIT = 64 * 1024;
const BATCH_BODY_LIMIT = 1024 * 1024;
/** Longer than any header section that is let in: an id may have any length. */
const MAX_PARAMETER_LENGTH = 16_384;

/**
 * Nest's Fastify adapter with the service's manners: every answer has its request id, bodies stay bytes until
 * the credential is judged, and whatever Fastify refuses by itself gets a code of the registry.
 */
export class GatewayAdapter extends FastifyAdapter {
  private readonly routes = new RouteTable();

  constructor(private readonly serviceLogger: Logger) {
    super({
      bodyLimit: BODY_LIMIT,
      genReqId: () => newId('request'),
      requestIdHeader: false,
      skipMiddie: true,
      exposeHeadRoutes: true,
      routerOptions: { maxParamLength: MAX_PARAMETER_LENGTH, caseSensitive: true },
      frameworkErrors: (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
        void reply.header('service-request-id', request.id);
        answerError(request, reply, error, serviceLogger);
      },
    } as never);
    const server = this.getInstance<FastifyInstance>();
    server.removeAllContentTypeParsers();
    // Both: what is told by name is found at once, and the headers' check lets nothing else through.
    for (const type of ['application/json', '*']) {
      server.addContentTypeParser(type, { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    }
    server.addHook('onRoute', (route) => {
      if (route.url.endsWith('/batch')) route.bodyLimit = BATCH_BODY_LIMIT;
      if (route.url !== '*') this.routes.add(route.url, [route.method].flat());
    });
    server.addHook('onRequest', (request, reply, done) => {
      void reply.header('service-request-id', request.id);
      try {
        // Before Fastify looks at the body of a request that nobody will read.
        if (request.is404) throw this.missing(request, reply);
        checkHeaders(request);
        done();
      } catch (error) {
        done(error as Error);
      }
    });
  }

  override setErrorHandler(): FastifyInstance {
    return this.getInstance<FastifyInstance>().setErrorHandler((error, request, reply) => {
      answerError(request, reply, error, this.serviceLogger);
    });
  }

  override setNotFoundHandler(): FastifyInstance {
    return this.getInstance<FastifyInstance>().setNotFoundHandler((request, reply) => {
      answerError(request, reply, this.missing(request, reply), this.serviceLogger);
    });
  }

  /** Tells a path that does not exist from a method that it does not know. */
  private missing(request: FastifyRequest, reply: FastifyReply): ServiceError {
    const methods = this.routes.methodsOf(request.url);
    if (methods.length === 0) return new ServiceError('route.not_found');
    void reply.header('allow', methods.join(', '));
    return new ServiceError('request.method_not_allowed');
  }
}
