import { FastifyAdapter } from '@nestjs/platform-fastify';
import type { FastifyInstance } from 'fastify';
import { answerError } from './answer-error.js';
import type { AnswerParts } from './complete-answer.js';
import { addListCompression } from './compress-lists.js';
import { addHttpHooks, missing, serverOptions } from './http-hooks.js';
import type { RouteTable } from './route-table.js';

/** Nest's Fastify adapter, with the service's hooks instead of Nest's. */
export class GatewayAdapter extends FastifyAdapter {
  constructor(
    private readonly routes: RouteTable,
    private readonly parts: AnswerParts,
  ) {
    super({ ...serverOptions(parts.failures), skipMiddie: true } as never);
    const server = this.getInstance<FastifyInstance>();
    addHttpHooks(server, routes, parts);
    addListCompression(server);
  }

  override setErrorHandler(): FastifyInstance {
    return this.getInstance<FastifyInstance>().setErrorHandler((error, request, reply) => {
      answerError(request, reply, error, this.parts.failures);
    });
  }

  override setNotFoundHandler(): FastifyInstance {
    return this.getInstance<FastifyInstance>().setNotFoundHandler((request, reply) => {
      answerError(request, reply, missing(this.routes, request, reply), this.parts.failures);
    });
  }
}
