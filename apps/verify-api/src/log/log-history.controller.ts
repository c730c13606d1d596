import { Controller, Header, Inject, Param, Query, Res } from '@nestjs/common';
import { ServiceError, type Environment } from '@service/contracts';
import type { FastifyReply } from 'fastify';
import { OperationRoute } from '../documentation/operation-route.js';
import { CurrentCall } from '../http/current-call.js';
import { ENVIRONMENT } from '../infrastructure/injection-tokens.js';
import type { PublicCall } from '../operations/call.js';
import { Operations } from '../operations/operations.js';
import { logOperations } from './log.operations.js';
import { CheckpointsQuery } from './log.query.js';

/** How the log grew, and who is asked to watch it, for anybody. */
@Controller()
export class LogHistoryController {
  constructor(
    @Inject(ENVIRONMENT) private readonly environment: Environment,
    private readonly operations: Operations,
  ) {}

  @Header('cache-control', 'public, max-age=60')
  @OperationRoute(logOperations.checkpoints)
  checkpoints(
    @Param('environment') environment: string,
    @Query() query: CheckpointsQuery,
    @CurrentCall() call: PublicCall,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    this.allowAllOrigins(environment, reply);
    return this.operations.run(logOperations.checkpoints, call, query);
  }

  @Header('cache-control', 'public, max-age=60')
  @OperationRoute(logOperations.witnesses)
  witnesses(
    @Param('environment') environment: string,
    @CurrentCall() call: PublicCall,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    this.allowAllOrigins(environment, reply);
    return this.operations.run(logOperations.witnesses, call, {});
  }

  /** @throws ServiceError `route.not_found` where the path names another environment. */
  private allowAllOrigins(environment: string, reply: FastifyReply): void {
    void reply.header('access-control-allow-origin', '*');
    if (environment !== this.environment) throw new ServiceError('route.not_found');
  }
}
