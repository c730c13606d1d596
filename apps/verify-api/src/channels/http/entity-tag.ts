import { createHash } from 'node:crypto';

/** Hex digits of the digest in a tag. */
const DIGITS = 8;

/**
 * The strong tag of a versioned resource as it is answered (RFC 9110, section 8.8.3): its version, and a digest of the
 * body, because the body of one version changes, as at an expiry.
 */
export function entityTag(version: number, body: string): string {
  const digest = createHash('sha256').update(body).digest('hex');
  return `"${version}.${digest.slice(0, DIGITS)}"`;
}

/** Whether an `If-None-Match` header names a tag or is `*`; weak tags count too (RFC 9110, section 13.1.2). */
export function namesTag(header: string, tag: string): boolean {
  if (header.trim() === '*') return true;
  return header.split(',').some((named) => named.trim().replace(/^W\//, '') === tag);
}
