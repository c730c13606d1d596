import type { IncomingHttpHeaders } from 'node:http';
import { ServiceError } from '@service/contracts';

const SAFE = new Set(['GET', 'HEAD']);

/**
 * Refuses a request that a page of another origin may have sent in its visitor’s name. Browsers state the origin in
 * fields that no page can set; a program that reads without them has stolen the cookie anyway.
 * @param origin of the Console, as the browser knows it.
 * @throws ServiceError `session.cross_site`.
 */
export function requireOwnPage(method: string, headers: IncomingHttpHeaders, origin: string): void {
  const { origin: from, 'sec-fetch-site': site } = headers;
  if (site !== undefined && site !== 'same-origin' && !(SAFE.has(method) && site === 'none'))
    throw crossSite();
  if (from !== undefined && from !== origin) throw crossSite();
  if (!SAFE.has(method) && site === undefined && from === undefined) throw crossSite();
}

function crossSite(): ServiceError {
  return new ServiceError('session.cross_site');
}
