import { Controller, Get, Inject, Param, Res } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiExcludeController } from '@nestjs/swagger';
import { ServiceError, type Environment } from '@service/contracts';
import type { FastifyReply } from 'fastify';
import { ServesOperation } from '../http/serves-operation.js';
import { ENVIRONMENT } from '../infrastructure/injection-tokens.js';
import { logResources } from './log.operations.js';
import { PublishedPolicy } from './published-policy.js';

const TYPE = 'text/plain; charset=utf-8';

/** The signed trust policy, for readers who pinned its key. */
@ApiExcludeController()
@Controller('v1/log/:environment/policy')
export class PolicyController {
  constructor(
    @Inject(ENVIRONMENT) private readonly environment: Environment,
    private readonly policy: PublishedPolicy,
  ) {}

  @Get()
  @RouteConfig({ produces: ['text/plain'] })
  @ServesOperation(logResources.policy)
  async read(@Param('environment') environment: string, @Res() reply: FastifyReply): Promise<void> {
    void reply.header('access-control-allow-origin', '*');
    const note = environment === this.environment ? await this.policy.read() : null;
    if (note === null) throw new ServiceError('route.not_found');
    void reply.header('cache-control', 'public, max-age=60').header('content-type', TYPE).send(note);
  }
}
