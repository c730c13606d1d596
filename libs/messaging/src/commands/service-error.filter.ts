import { Catch, type RpcExceptionFilter } from '@nestjs/common';
import { ServiceError } from '@service/contracts';
import { type Logger } from '@service/platform/logging';
import { throwError, type Observable } from 'rxjs';
import { serviceErrorOf } from './service-error-of.js';

/** Turns whatever a command handler throws into an error of the registry, which can travel. */
@Catch()
export class ServiceErrorFilter implements RpcExceptionFilter {
  constructor(private readonly logger: Logger) {}

  catch(exception: unknown): Observable<never> {
    return throwError(() => this.toServiceError(exception));
  }

  private toServiceError(exception: unknown): ServiceError {
    const known = serviceErrorOf(exception);
    if (known !== null) return known;
    this.logger.error({ err: exception }, 'A command ended in an unforeseen error.');
    return new ServiceError('internal.error');
  }
}
