import { canonicalJson, isCanonicalText } from '../json/canonical-json.js';
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
      return { text, digest, content: content as Content, canonical: isCanonicalText(text, content) };
    }
  } catch {
    // Falls through: damage shows as a failed check, not as an exception in the reader.
  }
  return { text, digest, content: {} as Content, canonical: false };
}

/** The element as it is shown: canonical text with `digest` and `signature` (RFC 8785). */
export function renderElement(element: HashedElement<object>, signature: ElementSignature | null): string {
  return (
    addToText(element, signature) ?? canonicalJson({ ...element.content, digest: element.digest, signature })
  );
}

/** In the canonical text, `digest` and `signature` come directly before these members. */
const AFTER_DIGEST = 'event_id';
const AFTER_SIGNATURE = 'state';

/**
 * Inserts both members into the canonical text, which saves serialising it again; null if the text differs from this
 * format, as in an edited row.
 */
function addToText(
  { text, content, canonical, digest }: HashedElement<object>,
  signature: ElementSignature | null,
): string | null {
  if (!canonical) return null;
  const names = Object.keys(content);
  const first = placeOf(text, names, 'digest', AFTER_DIGEST);
  const second = placeOf(text, names, 'signature', AFTER_SIGNATURE);
  if (first < 0 || second < first) return null;
  return (
    `${text.slice(0, first)},"digest":${quote(digest)}${text.slice(first, second)}` +
    `,"signature":${signature === null ? 'null' : renderSignature(signature)}${text.slice(second)}`
  );
}

const quote = JSON.stringify;

function renderSignature({ key_id, algorithm, value }: ElementSignature): string {
  return `{"algorithm":${quote(algorithm)},"key_id":${quote(key_id)},"value":${quote(value)}}`;
}

/** Index at which a member is inserted between its neighbours; negative if the neighbours differ. */
function placeOf(text: string, names: readonly string[], added: string, after: string): number {
  const before = names[names.indexOf(after) - 1];
  if (before === undefined || before >= added) return -1;
  // Within a string every quote is escaped, so the only match is the member, unless an object within has one of that name.
  const mark = `,"${after}":`;
  const place = text.indexOf(mark);
  return place === text.lastIndexOf(mark) ? place : -1;
}
