import { sha256Hex } from '#platform';

/** A SHA-256 digest in its text form: `sha256:` and 64 lower-case hex digits. */
export type Digest = `sha256:${string}`;

const DIGEST_FORM = /^sha256:[0-9a-f]{64}$/;

/** SHA-256 (FIPS 180-4) of a text's UTF-8 bytes, in text form. */
export function digestText(text: string): Digest {
  return `sha256:${sha256Hex(text)}`;
}

/** Whether a value is a digest in the form that this service writes. */
export function isDigest(value: unknown): value is Digest {
  return typeof value === 'string' && DIGEST_FORM.test(value);
}

/**
 * Digest of a reason with its salt: SHA-256 over the salt's text, a line feed and the reason. Without the salt, short
 * reasons could be guessed. Erasing both leaves the element valid.
 */
export function digestReason(salt: string, reason: string): Digest {
  return digestText(`${salt}\n${reason}`);
}
