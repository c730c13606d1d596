import type { KeyLookUp } from '@service/evidence';
import type { LoggedEvent, ScrubSource } from './read-subjects.js';

/** What a scrub compares with its sources, beside the event tables and the log. */
export interface ScrubbedData {
  views: ScrubbedViews;
  /** Lines of `readCatalogue` for a database of this release. */
  catalogue: readonly string[];
}

/** The gateway's read models, which are compared with their events. */
export interface ScrubbedViews {
  records: ScrubSource<ShownRecord | null>;
  /** Authorities, credentials and projects. Its log also contains the keys. */
  directory: ScrubSource<ShownDocument | null>;
  /** Links of records, whose events are in the directory’s log. */
  links: ScrubSource<ShownDocument | null>;
  /** Its log also contains requests for deliveries, which no view shows. */
  subscriptions: ScrubSource<ShownDocument | null>;
}

/** What a view shows of a record, whose elements it reads from the events. */
export interface ShownRecord {
  version: number;
  /** Whether its rows fit the events up to that version, regardless of findings. */
  holds(keyOf: KeyLookUp): boolean;
}

/** What a view shows of another subject: a document and the columns for lists. */
export interface ShownDocument {
  id: string;
  project_id: string | null;
  state: string;
  version: number;
  created_at: string;
  snapshot: { state: string; version: number };
  /** The columns as the document says them. */
  columns(): { project_id: string | null; created_at: string };
  /** The document that events fold to; undefined where they cannot be folded. */
  fold(events: readonly LoggedEvent[]): object | undefined;
}
