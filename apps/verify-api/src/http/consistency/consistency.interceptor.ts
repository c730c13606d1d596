import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { tap, type Observable } from 'rxjs';
import type { RequestVersions } from '../../operations/call.js';
import type { GatewayRequest } from '../gateway-request.js';
import { Consistency } from './consistency.js';

/** Waits for the versions in a request's token before the route runs, and adds a token to the answer of every write. */
@Injectable()
export class ConsistencyInterceptor implements NestInterceptor {
  constructor(private readonly consistency: Consistency) {}

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const request = context.switchToHttp().getRequest<GatewayRequest>();
    const reply = context.switchToHttp().getResponse<FastifyReply>();
    const caller = request.requestContext?.caller;
    if (caller === undefined) return next.handle();
    const header = request.headers['service-consistency-token'];
    const known =
      header === undefined ? new Map() : await this.consistency.honour(header, caller.projectId, true);
    const versions: RequestVersions = { known, written: new Map() };
    request.versions = versions;
    return next.handle().pipe(
      tap(() => {
        const token = this.consistency.tokenFor(caller.projectId, versions);
        if (token !== null) void reply.header('service-consistency-token', token);
      }),
    );
  }
}
