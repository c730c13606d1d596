import { Catch, Injectable, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { answerError } from './answer-error.js';
import { FailureLog } from '../infrastructure/failure-log.js';

/** Answers every exception of a controller with an error of the registry, and never with Nest's own body. */
@Injectable()
@Catch()
export class ServiceErrorFilter implements ExceptionFilter {
  constructor(private readonly failures: FailureLog) {}

  catch(exception: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    answerError(
      http.getRequest<FastifyRequest>(),
      http.getResponse<FastifyReply>(),
      exception,
      this.failures,
    );
  }
}
