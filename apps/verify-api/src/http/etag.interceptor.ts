import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { tap, type Observable } from 'rxjs';

/** Adds a strong `ETag` of the version to every answered resource that has one (RFC 9110, section 8.8.3). */
@Injectable()
export class EtagInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const reply = context.switchToHttp().getResponse<FastifyReply>();
    return next.handle().pipe(
      tap((answer: unknown) => {
        if (typeof answer === 'object' && answer !== null && 'version' in answer) {
          void reply.header('etag', `"${String(answer.version)}"`);
        }
      }),
    );
  }
}
