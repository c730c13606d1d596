import { ServiceError, type ErrorCode } from '@service/contracts';
import { serviceErrorOf } from '@service/messaging/commands';
import type { FastifyReply } from 'fastify';
import { tooLarge } from './check-headers.js';
import { errorBody } from '../../admission/error-body.js';
import { errorHeaders } from './error-answer.js';
import type { GatewayRequest } from './gateway-request.js';
import { traceOf } from './request-trace.js';
import type { FailureLog } from '../../infrastructure/failure-log.js';

/** The errors that Fastify itself throws, by their codes. */
const FASTIFY_ERRORS: Readonly<Record<string, ErrorCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'request.too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'request.unsupported_media_type',
  FST_ERR_CTP_EMPTY_TYPE: 'request.unsupported_media_type',
  FST_ERR_CTP_INVALID_TYPE: 'request.unsupported_media_type',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'request.malformed',
  FST_ERR_BAD_URL: 'route.not_found',
  FST_ERR_ROUTE_MISSING_HANDLER: 'route.not_found',
  ECONNRESET: 'request.timeout',
};

/** Converts an exception to an error of the registry; logs it if it is unexpected. */
function toServiceError(thrown: unknown, failures: FailureLog, request: GatewayRequest): ServiceError {
  const known = serviceErrorOf(thrown);
  if (known !== null) return known;
  const code = FASTIFY_ERRORS[codeOf(thrown)];
  if (code === 'request.too_large') return tooLarge(request);
  if (code !== undefined) return new ServiceError(code);
  failures.unforeseen({ id: request.id, trace: traceOf(request) }, thrown);
  return new ServiceError('internal.error');
}

/** Answers an error in the form that the specification requires. */
export function answerError(
  request: GatewayRequest,
  reply: FastifyReply,
  thrown: unknown,
  failures: FailureLog,
): void {
  const error = toServiceError(thrown, failures, request);
  const { id, requestContext } = request;
  if (requestContext !== undefined) requestContext.errorCode = error.code;
  request.errorCode = error.code;
  failures.answered({ id, operation: requestContext?.operation ?? null, trace: traceOf(request) }, error);
  void reply
    .code(error.status)
    .headers(errorHeaders(error, request.routeOptions.config?.resourceMetadata))
    .send(errorBody(error, id));
}

function codeOf(thrown: unknown): string {
  return typeof thrown === 'object' && thrown !== null && 'code' in thrown ? String(thrown.code) : '';
}
