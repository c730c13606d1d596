import { ServiceError } from '@service/contracts';
import type { FastifyReply } from 'fastify';
import type { InteractionRecorder } from '../interactions/recorder.js';
import type { Limits } from '../limits/limits.js';
import { clientAddress } from './client-address.js';
import { errorBody, errorHeaders } from './error-answer.js';
import type { GatewayRequest } from './exchange.js';

/** What every answer to a caller goes through last. */
export interface AnswerParts {
  limits: Limits;
  recorder: InteractionRecorder;
}

/**
 * Says what is left of the caller's limits, and holds the answer back until the history has it: an answer
 * that cannot be recorded is not given.
 */
export function completeAnswer(
  request: GatewayRequest,
  reply: FastifyReply,
  payload: unknown,
  { limits, recorder }: AnswerParts,
  done: (error: null, payload: unknown) => void,
): void {
  const { exchange } = request;
  if (exchange === undefined) {
    done(null, payload);
    return;
  }
  const { caller, operation, kind, subject, items, errorCode, beganAt } = exchange;
  void reply.headers(limits.headers(caller, kind, Date.now()));
  const { id: requestId } = request;
  const address = clientAddress(request);
  const { projectId, credentialId } = caller;
  const userAgent = request.headers['user-agent'] ?? null;
  const status = reply.statusCode;
  const duration = performance.now() - beganAt;
  recorder.record(
    {
      requestId,
      projectId,
      credentialId,
      channel: 'api',
      operation,
      subject,
      items,
      status,
      errorCode,
      duration,
      address,
      userAgent,
    },
    (durable) => done(null, durable ? payload : unrecorded(reply, requestId)),
  );
}

/** The answer in place of one that the history could not take. */
function unrecorded(reply: FastifyReply, requestId: string): string {
  const error = new ServiceError('service.unavailable');
  void reply.code(error.status).headers(errorHeaders(error)).removeHeader('content-length');
  return JSON.stringify(errorBody(error, requestId));
}
