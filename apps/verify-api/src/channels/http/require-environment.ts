import { ServiceError, type Environment } from '@service/contracts';
import type { FastifyRequest } from 'fastify';

/** @throws ServiceError `route.not_found` where the path of a request names another environment. */
export function requireEnvironment({ params }: FastifyRequest, own: Environment): void {
  const { environment = own } = params as { environment?: string };
  if (environment !== own) throw new ServiceError('route.not_found');
}
