import { Catch, type ArgumentsHost, type RpcExceptionFilter } from '@nestjs/common';
import { ServiceError, type CommandEnvelope } from '@service/contracts';
import { type Logger } from '@service/platform/logging';
import { throwError, type Observable } from 'rxjs';
import { requestOf } from './request-of.js';
import { serviceErrorOf } from './service-error-of.js';

/** Converts every error of a command handler to an error of the registry, which can be sent. */
@Catch()
export class ServiceErrorFilter implements RpcExceptionFilter {
  constructor(private readonly logger: Logger) {}

  catch(exception: unknown, host: ArgumentsHost): Observable<never> {
    const command = host.switchToRpc().getData<CommandEnvelope>();
    return throwError(() => this.toServiceError(exception, command));
  }

  private toServiceError(exception: unknown, command: CommandEnvelope): ServiceError {
    const expected = serviceErrorOf(exception);
    if (expected !== null) return expected;
    this.logger.error(
      { err: exception, command_id: command.id, ...requestOf(command) },
      'A command ended in an unexpected error.',
    );
    return new ServiceError('internal.error');
  }
}
