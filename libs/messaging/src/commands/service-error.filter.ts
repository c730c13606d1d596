import { Catch, type RpcExceptionFilter } from '@nestjs/common';
import { ServiceError } from '@service/contracts';
import { type Logger } from '@service/platform/logging';
import { throwError, type Observable } from 'rxjs';
import { serviceErrorOf } from './service-error-of.js';

/** Converts every error of a command handler to an error of the registry, which can be sent. */
@Catch()
export class ServiceErrorFilter implements RpcExceptionFilter {
  constructor(private readonly logger: Logger) {}

  catch(exception: unknown): Observable<never> {
    return throwError(() => this.toServiceError(exception));
  }

  private toServiceError(exception: unknown): ServiceError {
    const expected = serviceErrorOf(exception);
    if (expected !== null) return expected;
    this.logger.error({ err: exception }, 'A command ended in an unexpected error.');
    return new ServiceError('internal.error');
  }
}
