import type { ErrorCode } from '@service/contracts';
import type { Span } from '@service/platform/tracing';
import type { FastifyRequest } from 'fastify';
import type { Idempotency } from '../../interface/idempotency.js';
import type { RequestPlace } from './bounds/requests-under-way.js';
import type { RequestContext } from '../../interface/request-context.js';

/** A request in the gateway; it has no context until its credential is known. */
export type GatewayRequest = FastifyRequest & {
  requestContext?: RequestContext;
  idempotency?: Idempotency | null;
  /** Its place among the requests under way, once its body has arrived. */
  place?: RequestPlace;
  /** Version of the answered resource, if it has one. */
  answeredVersion?: number;
  /** Absent unless its trace is recorded. */
  span?: Span;
  /** Code of the error that it was answered with. */
  errorCode?: ErrorCode;
};
