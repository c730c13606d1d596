import type { ElementSignature } from '@service/evidence';
import type { StoredResult } from '../idempotency/stored-result.js';
import type { NewMetadata } from '../metadata/metadata-changes.js';
import type { Position } from './position.js';

/** Data beside an event: the signature of its element, and a reason, which can be erased without invalidating the event. */
export interface Companion {
  signature: ElementSignature | null;
  reason: string | null;
  reason_salt: string | null;
}

/** An event carries the hashed text of an element, or data of its schema version; never both. */
export type EventBody = { element: string; data: null } | { element: null; data: object };

export type NewEvent = EventBody & {
  stream_id: string;
  event_id: string;
  type: string;
  schema_version: number;
  companion: Companion | null;
};

export type RecordedEvent = NewEvent & {
  position: Position;
  /** W3C trace context of the request that caused it. */
  traceparent?: string;
  /** The owner's code over an event with data or an element of a key, as `EventAuthentication` makes it. */
  mac?: string;
  version: number;
};

/** A unique name, which belongs to its owner forever. */
export interface Claim {
  name: string;
  owner: string;
}

/** A stream that a decision rests on and does not change: at the commit it must still have this version. */
export interface AssertedStream {
  /** The app whose log has the stream; left out for the log that is appended to. */
  log?: string;
  stream_id: string;
  /** At least 1: that there is no such stream cannot be asserted, since a new one takes no lock. */
  expected: number;
}

/**
 * Appended as a whole or not at all: every stream that events are appended to, with the version that was read (0
 * for a new stream), the events on them in order, the streams that the decision rests on, the names they claim, and
 * the result of their command.
 */
export interface Append {
  streams: { stream_id: string; expected: number }[];
  asserted?: readonly AssertedStream[];
  events: NewEvent[];
  claims: Claim[];
  /** Metadata that change with the streams; only of a log with `metadataMigration`. */
  metadata?: NewMetadata | null;
  /** Stored under its key, for a retry of the command. */
  result?: StoredResult | null;
  /** W3C trace context of the request that caused it. */
  traceparent?: string | null;
  /** Not stored: a caller's text of any content would stay with the events forever. */
  tracestate?: string | null;
  /** Milliseconds since 1970 after which the append is refused. */
  deadline?: number;
}

export type AppendConflict =
  | { kind: 'version'; stream_id: string; actual: number }
  | { kind: 'claim'; name: string; owner: string }
  /** Its result is null where the log’s owner did not write what is stored. */
  | { kind: 'idempotency_key'; stored: StoredResult | null }
  | { kind: 'metadata'; subject_id: string };

export type AppendResult = { appended: true } | { appended: false; conflict: AppendConflict | 'deadline' };
