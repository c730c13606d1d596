import { canonicalJson } from '../json/canonical-json.js';
import { digestText, type Digest } from '../digest.js';

/** The only format of elements so far. */
export const ELEMENT_FORMAT = 'element/v1';

/** A signature by the service's provenance key over an element's 32 digest bytes. */
export interface ElementSignature {
  key_id: string;
  algorithm: 'Ed25519';
  value: string;
}

/** Members of every element. */
export interface ElementLinkage {
  format: typeof ELEMENT_FORMAT;
  /** Origin of the log that the element belongs to. */
  log: string;
  /** Position in the subject's chain, from 1; equals the subject's version. */
  sequence: number;
  event_id: string;
  /** Digest of the salted reason; null without a reason. */
  reason_digest: Digest | null;
  /** 16 random bytes in base64url; with the digest it determines the slot of the next element. */
  salt: string;
  /** Digest of the previous element; null in the first. */
  previous: Digest | null;
}

/** An element with the text that was hashed and the digest that is claimed for it. */
export interface HashedElement<Content> {
  text: string;
  digest: string;
  content: Content;
  /** Whether `text` is the canonical form of its content; a pure function of the text. */
  canonical: boolean;
}

/** Text and digest of an element's content: the canonical form, without `digest` and `signature`. */
export function hashElement(content: object): { text: string; digest: Digest } {
  const text = canonicalJson(content);
  return { text, digest: digestText(text) };
}

/**
 * Reads an element. Nothing is trusted: what does not parse becomes a content that no check accepts.
 */
export function openElement<Content extends object>(text: string, digest: string): HashedElement<Content> {
  try {
    const content: unknown = JSON.parse(text);
    if (typeof content === 'object' && content !== null) {
      return { text, digest, content: content as Content, canonical: canonicalJson(content) === text };
    }
  } catch {
    // Falls through: damage shows as a failed check, not as an exception in the reader.
  }
  return { text, digest, content: {} as Content, canonical: false };
}

/** The element as it is shown: canonical text with `digest` and `signature` (RFC 8785). */
export function renderElement(element: HashedElement<object>, signature: ElementSignature | null): string {
  return canonicalJson({ ...element.content, digest: element.digest, signature });
}
