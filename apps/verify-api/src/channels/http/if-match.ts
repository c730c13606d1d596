import { invalidRequest } from '@service/contracts';

const TAGS = /^\s*(?:W\/)?"[^"]*"(?:\s*,\s*(?:W\/)?"[^"]*")*\s*$/;
const NAMED_VERSION = /"([1-9]\d{0,8})(?:\.[0-9a-f]{8})?"/g;

/**
 * The version that an `If-Match` header names (RFC 9110, section 13.1.1); null without the header and for `*`. Of a tag
 * only the version counts: what else changes a body must not make a change of the version fail, and a proxy that compresses
 * makes tags weak. Of several versions the highest counts: an object that had a lower one has changed.
 * @throws ServiceError `request.invalid` unless it is a tag, or a version in quotes, or a list of them.
 */
export function parseIfMatch(header: string | undefined): number | null {
  if (header === undefined || header.trim() === '*') return null;
  const versions = TAGS.test(header)
    ? [...header.matchAll(NAMED_VERSION)].map(([, text]) => Number(text))
    : [];
  if (versions.length > 0) return Math.max(...versions);
  throw invalidRequest('If-Match', 'must be an ETag as it was answered, or a version in quotes, like "3"');
}
