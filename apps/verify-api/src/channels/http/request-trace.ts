import {
  isSampled,
  readTraceContext,
  traceIdOf,
  type SpanError,
  type TraceCarrier,
  type Tracer,
} from '@service/platform/tracing';
import type { FastifyReply } from 'fastify';
import type { GatewayRequest } from './gateway-request.js';

/** The trace of a request, which its commands and events continue and its log lines name. */
export interface RequestTrace {
  traceparent: string | null;
  tracestate: string | null;
}

const NO_TRACE: RequestTrace = { traceparent: null, tracestate: null };

type TracedRequest = Pick<GatewayRequest, 'headers' | 'span'>;

/** The trace of a request: its own span, or, where none is recorded, what its caller sent. */
export function traceOf({ headers, span }: TracedRequest): RequestTrace {
  if (span !== undefined) return { ...span.context };
  return readTraceContext(carrierOf(headers)) ?? NO_TRACE;
}

/** The id of a request’s trace, if it is recorded; null for all others, which nobody could look up. */
export function sampledTraceOf({ headers, span }: TracedRequest): string | null {
  if (span !== undefined) return span.traceId;
  if (headers['traceparent'] === undefined) return null;
  const trace = readTraceContext(carrierOf(headers));
  return trace !== null && isSampled(trace) ? traceIdOf(trace) : null;
}

/** Begins the span of a request, if its trace is recorded. It ends when the answer is sent, or its caller has gone. */
export function beginSpan(tracer: Tracer, request: GatewayRequest, reply: FastifyReply): void {
  const { method, routeOptions } = request;
  const name = routeOptions.url === undefined ? method : `${method} ${routeOptions.url}`;
  const span = tracer.enter({ name, kind: 'server' }, carrierOf(request.headers));
  if (span === null) return;
  request.span = span;
  reply.raw.once('close', () => {
    const { requestContext } = request;
    span.set({
      'http.request.method': method,
      'http.response.status_code': reply.statusCode,
      'rvs.request_id': request.id,
      // The template: a path has ids, and may have anything in it where there is no such route.
      ...(routeOptions.url === undefined ? {} : { 'http.route': routeOptions.url }),
      ...(requestContext === undefined
        ? {}
        : { 'rvs.operation': requestContext.operation, 'rvs.channel': requestContext.channel }),
    });
    span.end(errorOf(request, reply));
  });
}

function errorOf({ errorCode, requestContext }: GatewayRequest, reply: FastifyReply): SpanError | null {
  const isFailure = (requestContext?.status ?? reply.statusCode) >= 500;
  if (!reply.raw.writableFinished) return { type: 'caller_gone', isFailure };
  const type = errorCode ?? requestContext?.errorCode ?? null;
  return type === null ? null : { type, isFailure };
}

function carrierOf({ traceparent, tracestate }: GatewayRequest['headers']): TraceCarrier {
  return {
    traceparent: typeof traceparent === 'string' ? traceparent : null,
    tracestate: typeof tracestate === 'string' ? tracestate : null,
  };
}
