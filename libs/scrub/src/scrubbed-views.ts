import type { KeyLookUp } from '@service/evidence';
import type { LoggedEvent, ScrubSource } from './read-subjects.js';

/** The gateway's read models, which are compared with their events. */
export interface ScrubbedViews {
  records: ScrubSource<ShownRecord | null>;
  /** Authorities, credentials and projects. Its log also contains the keys. */
  directory: ScrubSource<ShownDocument | null>;
}

/** What a view shows of a record: its elements, oldest first. */
export interface ShownRecord {
  elements: {
    sequence: number;
    text: string;
    signature: unknown;
    reason: string | null;
    reason_salt: string | null;
  }[];
  /** Whether its rows are consistent, regardless of findings. */
  holds(keyOf: KeyLookUp): boolean;
}

/** What a view shows of another subject: a document and the columns for lists. */
export interface ShownDocument {
  id: string;
  state: string;
  version: number;
  created_at: string;
  snapshot: { state: string; version: number };
  /** Time of creation in the document. */
  createdAt(): string;
  /** The document that events fold to; undefined where they cannot be folded. */
  fold(events: readonly LoggedEvent[]): object | undefined;
}
