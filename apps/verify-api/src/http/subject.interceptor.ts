import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import { tap, type Observable } from 'rxjs';
import type { GatewayRequest } from './exchange.js';

/** Names what an exchange made as what it was about, where its path could not. */
@Injectable()
export class SubjectInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const { exchange } = context.switchToHttp().getRequest<GatewayRequest>();
    return next.handle().pipe(
      tap((answer: unknown) => {
        if (exchange === undefined || exchange.subject !== null) return;
        const made = answer as { id?: unknown } | null | undefined;
        if (typeof made?.id === 'string') exchange.subject = made.id;
      }),
    );
  }
}
