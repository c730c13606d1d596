import { Controller, Header, Inject, Param, Res } from '@nestjs/common';
import { ServiceError, type Environment } from '@service/contracts';
import type { FastifyReply } from 'fastify';
import { OperationRoute } from '../documentation/operation-route.js';
import { CurrentCall } from '../http/current-call.js';
import { ENVIRONMENT } from '../infrastructure/injection-tokens.js';
import type { PublicCall } from '../operations/call.js';
import { Operations } from '../operations/operations.js';
import { logOperations } from './log.operations.js';

/** The public keys of an environment, for anybody who verifies its signatures. */
@Controller()
export class KeysController {
  constructor(
    @Inject(ENVIRONMENT) private readonly environment: Environment,
    private readonly operations: Operations,
  ) {}

  @Header('cache-control', 'public, max-age=60')
  @OperationRoute(logOperations.keys)
  keys(
    @Param('environment') environment: string,
    @CurrentCall() call: PublicCall,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    void reply.header('access-control-allow-origin', '*');
    if (environment !== this.environment) throw new ServiceError('route.not_found');
    return this.operations.run(logOperations.keys, call, {});
  }
}
