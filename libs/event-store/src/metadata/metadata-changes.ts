import {
  changeMetadata,
  takeRandomBytes,
  type Metadata,
  type MetadataChange,
  type MetadataState,
} from '@service/contracts';
import { canonicalJson, digestReason, type Digest } from '@service/evidence';

/** Metadata under the id of their project. */
export type StoredPairs = Readonly<Record<string, Metadata>>;

/** New metadata of a subject, as they are appended. */
export interface NewMetadata {
  subject_id: string;
  /** The version before plus one: if there is another one meanwhile, nothing is appended. */
  version: number;
  pairs: StoredPairs;
  salt: string;
  /** Salted digest of the pairs, which the event has in place of them. */
  digest: Digest;
}

/**
 * The changed metadata of a subject; null if nothing changes.
 * @throws ServiceError `request.invalid`.
 */
export function decideMetadata(
  subject: { id: string; project_id: string },
  before: MetadataState,
  change: MetadataChange,
): NewMetadata | null {
  const after = changeMetadata(before, change);
  if (after === null) return null;
  const salt = takeRandomBytes(16).toString('base64url');
  const pairs = { [subject.project_id]: after.metadata };
  return { subject_id: subject.id, version: after.version, pairs, salt, digest: digestMetadata(salt, pairs) };
}

/** Salted digest of metadata. */
export function digestMetadata(salt: string, pairs: StoredPairs): Digest {
  return digestReason(salt, canonicalJson(pairs));
}
