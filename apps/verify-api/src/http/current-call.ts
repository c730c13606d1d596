import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { GatewayRequest } from './gateway-request.js';
import { onceGone } from './once-gone.js';
import { HeaderPreferences } from './header-preferences.js';
import { traceOf } from './request-trace.js';

/** What a use case knows of the request: a `Call`, or a `PublicCall` on a public route. */
export const CurrentCall = createParamDecorator((_: unknown, context: ExecutionContext) => {
  const http = context.switchToHttp();
  const request = http.getRequest<GatewayRequest>();
  const { requestContext = null, id: requestId, versions, idempotency = null } = request;
  const reply = http.getResponse<FastifyReply>();
  const preferences = new HeaderPreferences(request, reply);
  return {
    ...requestContext?.caller,
    requestId,
    ...traceOf(request),
    versions,
    idempotency,
    preferences,
    onGone: (listener: () => void) => onceGone(reply.raw, listener),
    requestContext,
  };
});
