import { ServiceError } from '@service/contracts';
import type { FastifyRequest } from 'fastify';
import { preferredType } from './accept.js';
import { JSON_MEDIA } from './media-types.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Media types that a route answers, where it is not application/json alone. */
    produces?: readonly string[];
    /** Where a route accepts access tokens: the address of the metadata of its resource (RFC 9728). */
    resourceMetadata?: string;
  }
}

const JSON_ALONE = [JSON_MEDIA];

/**
 * Checks the headers, before the body is read and the credential is looked up.
 * @throws ServiceError `request.not_acceptable`, `request.unsupported_media_type`, `request.too_large`;
 *   `request.malformed` for an expectation (RFC 9110, section 10.1.1) that the service cannot meet.
 */
export function checkHeaders(request: FastifyRequest): void {
  const { accept, expect } = request.headers;
  if (expect !== undefined && expect.toLowerCase() !== '100-continue') {
    throw new ServiceError('request.malformed', { message: 'The Expect header may only be 100-continue.' });
  }
  const produced = request.routeOptions.config.produces ?? JSON_ALONE;
  if (preferredType(accept, produced) === null) {
    const message = `The service answers ${produced.join(' or ')} only.`;
    throw new ServiceError('request.not_acceptable', { message });
  }
  if (!carriesBody(request)) return;
  const type = request.headers['content-type'];
  if (type === undefined || !isJson(type)) throw new ServiceError('request.unsupported_media_type');
  const encoding = request.headers['content-encoding'];
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity') {
    throw new ServiceError('request.unsupported_media_type');
  }
  const length = request.headers['content-length'];
  if (length !== undefined && Number(length) > request.routeOptions.bodyLimit) {
    throw tooLarge(request);
  }
}

/** The error for a body that is longer than its route allows. */
export function tooLarge({ routeOptions }: FastifyRequest): ServiceError {
  return new ServiceError('request.too_large', {
    message: `The body is longer than the ${routeOptions.bodyLimit} bytes that this path takes.`,
  });
}

function carriesBody({ headers }: FastifyRequest): boolean {
  return (
    headers['transfer-encoding'] !== undefined ||
    (headers['content-length'] !== undefined && headers['content-length'] !== '0')
  );
}

/** The longest `Content-Type` that is compared: the expression takes the square of a long run of spaces. */
const LONGEST_TYPE = 100;
const JSON_TYPE = /^application\/json\s*(?:;\s*charset\s*=\s*"?utf-8"?\s*)?;?\s*$/i;

function isJson(type: string): boolean {
  return type === JSON_MEDIA || (type.length <= LONGEST_TYPE && JSON_TYPE.test(type));
}
