import type { KeyLookUp } from '@service/evidence';
import type { LoggedEvent, ScrubSource } from './read-subjects.js';

/** The read models that are compared with the events they are folded from: those of the gateway, which says how. */
export interface ScrubbedViews {
  records: ScrubSource<ShownRecord | null>;
  /** Authorities, credentials and projects; the keys are in its log, too. */
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
  /** Whether its rows hold together, whatever scrubs have found. */
  holds(keyOf: KeyLookUp): boolean;
}

/** What a view shows of another subject: a document, and the columns that lists go by. */
export interface ShownDocument {
  id: string;
  state: string;
  version: number;
  created_at: string;
  snapshot: { state: string; version: number };
  /** When the document says that it was created. */
  createdAt(): string;
  /** The document that events amount to; undefined where they cannot be folded. */
  fold(events: readonly LoggedEvent[]): object | undefined;
}
