import { invalidRequest } from '@service/contracts';

const NAMED_VERSION = /^\s*"([1-9]\d{0,8})(?:\.[0-9a-f]{8})?"\s*$/;

/**
 * The version that an `If-Match` header names (RFC 9110, section 13.1.1); null without the header and for `*`. Of a tag
 * only the version counts: what else changes a body must not make a change of the version fail.
 * @throws ServiceError `request.invalid` unless it is a strong tag, or a version in quotes.
 */
export function parseIfMatch(header: string | undefined): number | null {
  if (header === undefined || header.trim() === '*') return null;
  const version = NAMED_VERSION.exec(header)?.[1];
  if (version !== undefined) return Number(version);
  throw invalidRequest('If-Match', 'must be one ETag as it was answered, or a version in quotes, like "3"');
}
