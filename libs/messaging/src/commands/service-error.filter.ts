import { Catch, type RpcExceptionFilter } from '@nestjs/common';
import { ServiceError } from '@service/contracts';
import { type Logger } from '@service/platform/logging';
import { DatabaseUnavailableError } from '@service/platform/postgres';
import { throwError, type Observable } from 'rxjs';
import { unavailableDatabase } from './unavailable-database.js';

/** Turns whatever a command handler throws into an error of the registry, which can travel. */
@Catch()
export class ServiceErrorFilter implements RpcExceptionFilter {
  constructor(private readonly logger: Logger) {}

  catch(exception: unknown): Observable<never> {
    return throwError(() => this.toServiceError(exception));
  }

  private toServiceError(exception: unknown): ServiceError {
    if (exception instanceof ServiceError) return exception;
    if (exception instanceof DatabaseUnavailableError) return unavailableDatabase(exception);
    this.logger.error({ err: exception }, 'A command ended in an unforeseen error.');
    return new ServiceError('internal.error');
  }
}
