import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { conflictWith, invalidRequest, type CurrentState } from '@service/contracts';
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
    const operation = servedOperation(this.reflector, context);
    const conflict = conflictOf(operation);
    refuseForBatch(request, operation.name);
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    // Also where no version is answered, as by a list: a caller who is misread should learn it.
    const expected =
      isRead && operation.access !== 'public' ? parseIfMatch(request.headers['if-match']) : null;
    return next.handle().pipe(
      tap((answer: unknown) => {
        const resource = versionedOf(answer, conflict !== undefined);
        if (resource === null) return;
        request.answeredVersion = resource.version;
        if (conflict === undefined || expected === null || expected === resource.version) return;
        const tag = entityTag(resource.version, JSON.stringify(answer));
        void http.getResponse<FastifyReply>().header('etag', tag);
        throw conflictWith(conflict, resource);
      }),
    );
  }
}

/** @throws ServiceError `request.invalid`: the items of a batch have versions of their own. */
function refuseForBatch({ headers }: GatewayRequest, operation: string): void {
  if (headers['if-match'] === undefined || !operation.endsWith('_batch')) return;
  throw invalidRequest('If-Match', 'is not for a batch: an item of a change can have a `version`');
}

/** The resource that an answer is, or, for an operation that compares versions, the project that it shows with more. */
function versionedOf(answer: unknown, compares: boolean): CurrentState | null {
  if (isVersioned(answer)) return answer;
  const { project } = (answer ?? {}) as { project?: unknown };
  return compares && isVersioned(project) ? project : null;
}

function isVersioned(answer: unknown): answer is CurrentState {
  return typeof answer === 'object' && answer !== null && 'version' in answer && 'state' in answer;
}
