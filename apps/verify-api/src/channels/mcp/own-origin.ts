import type { IncomingHttpHeaders } from 'node:http';
import { ServiceError } from '@service/contracts';

const OF_THIS_MACHINE = /^https?:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/;

/**
 * Refuses pages of foreign origins (MCP, "Security Warning"): by DNS rebinding they could reach a service that listens on
 * this machine only.
 * @param origins those that the service allows, or `*`.
 * @throws ServiceError `request.origin_not_allowed`.
 */
export function requireOwnOrigin({ origin }: IncomingHttpHeaders, origins: readonly string[]): void {
  if (origin === undefined || OF_THIS_MACHINE.test(origin)) return;
  if (origins.includes('*') || origins.includes(origin)) return;
  throw new ServiceError('request.origin_not_allowed');
}
