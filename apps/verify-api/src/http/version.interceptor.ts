import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { conflictWith, type CurrentState } from '@service/contracts';
import type { FastifyReply } from 'fastify';
import { tap, type Observable } from 'rxjs';
import { conflictOf } from '../operations/operation.js';
import { entityTag } from './entity-tag.js';
import type { GatewayRequest } from './gateway-request.js';
import { parseIfMatch } from './if-match.js';
import { servedOperation } from './serves-operation.js';

/**
 * Notes the version of every answered resource that has one, and refuses a GET whose `If-Match` names another one. The
 * owners compare it for the other methods, before anything changes.
 */
@Injectable()
export class VersionInterceptor implements NestInterceptor {
  constructor(private readonly reflector: Reflector) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = context.switchToHttp();
    const request = http.getRequest<GatewayRequest>();
    return next.handle().pipe(
      tap((answer: unknown) => {
        if (!isVersioned(answer)) return;
        request.answeredVersion = answer.version;
        if (request.method !== 'GET' && request.method !== 'HEAD') return;
        const conflict = conflictOf(servedOperation(this.reflector, context));
        const expected = parseIfMatch(request.headers['if-match']);
        if (conflict === undefined || expected === null || expected === answer.version) return;
        const tag = entityTag(answer.version, JSON.stringify(answer));
        void http.getResponse<FastifyReply>().header('etag', tag);
        throw conflictWith(conflict, answer);
      }),
    );
  }
}

function isVersioned(answer: unknown): answer is CurrentState {
  return typeof answer === 'object' && answer !== null && 'version' in answer && 'state' in answer;
}
