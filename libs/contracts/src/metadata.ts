import { invalidRequest } from './errors/service-error.js';
import { countCharacters, hasControlCharacter, isStorable } from './texts.js';

/** Notes of a project about one of its credentials, records or subscriptions. They prove nothing. */
export type Metadata = Record<string, string>;

/** A merge patch (RFC 7396): null removes a pair, and in place of all every pair. */
export type MetadataChange = Record<string, string | null> | null;

/** Limits of metadata; texts are counted in characters. */
export const METADATA_BOUNDS = { pairs: 20, key: 40, value: 500 } as const;

/** The metadata of a subject, and how often they were changed. */
export interface MetadataState {
  /** 0 for a subject that never had metadata. */
  version: number;
  metadata: Metadata;
}

/** Default of a subject without metadata. */
export const NO_METADATA: MetadataState = { version: 0, metadata: {} };

/** Metadata as answers and lists show them: apart from the subject's own version. */
export interface ShownMetadata {
  metadata: Metadata;
  metadata_version: number;
}

/** A subject with its metadata, as it is answered. */
export function withMetadata<Subject extends object>(
  subject: Subject,
  { version: metadata_version, metadata }: MetadataState = NO_METADATA,
): Subject & ShownMetadata {
  return { ...subject, metadata: inOrder(metadata), metadata_version };
}

/**
 * Metadata after a change, in the order of their keys.
 * @throws ServiceError `request.invalid`.
 */
export function mergeMetadata(metadata: Metadata, change: MetadataChange): Metadata {
  const pairs = new Map(change === null ? [] : Object.entries(metadata));
  for (const [key, value] of Object.entries(change ?? {})) {
    if (value === null) pairs.delete(key);
    else pairs.set(key, value);
  }
  const after = inOrder(Object.fromEntries(pairs));
  requireMetadata(after);
  return after;
}

/**
 * The changed metadata; null if nothing changes.
 * @throws ServiceError `request.invalid`.
 */
export function changeMetadata(
  { version, metadata }: MetadataState,
  change: MetadataChange,
): MetadataState | null {
  const after = mergeMetadata(metadata, change);
  const isSame = JSON.stringify(after) === JSON.stringify(inOrder(metadata));
  return isSame ? null : { version: version + 1, metadata: after };
}

/** @throws ServiceError `request.invalid`, for `__proto__` too, which would set an object's prototype. */
export function requireMetadata(metadata: Metadata): void {
  const { pairs, key: longestKey, value: longestValue } = METADATA_BOUNDS;
  const entries = Object.entries(metadata);
  if (entries.length > pairs) throw invalidRequest('metadata', `must hold at most ${pairs} members`);
  for (const [key, value] of entries) {
    if (key === '__proto__' || key === '' || !fits(key, longestKey)) {
      throw invalidRequest(
        'metadata',
        `must have keys of 1 to ${longestKey} characters, none of them a control character`,
      );
    }
    if (typeof value !== 'string' || !fits(value, longestValue)) {
      throw invalidRequest(
        'metadata',
        `must have texts of at most ${longestValue} characters, none of them a control character`,
      );
    }
  }
}

function fits(text: string, most: number): boolean {
  return countCharacters(text) <= most && isStorable(text) && !hasControlCharacter(text);
}

/** An object in the order of its keys, which the database does not keep: it has one text, and so one `ETag`. */
export function inOrder<Pairs extends object>(pairs: Pairs): Pairs {
  const entries = Object.entries(pairs).toSorted(([left], [right]) => (left < right ? -1 : 1));
  return Object.fromEntries(entries) as Pairs;
}
