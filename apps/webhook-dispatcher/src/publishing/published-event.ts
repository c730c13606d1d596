import type { EventType } from '@service/contracts';
import type { PoolClient } from 'pg';

/** An event as it is published: its body is the same text in every delivery, retry, replay and poll. */
export interface PublishedEvent {
  event_id: string;
  /** UTC day on which the event's id was made, `YYYY-MM-DD`; the partition that holds it. */
  day: string;
  project_id: string;
  type: EventType;
  /** Whose event it is; deliveries of one subject are made in order. */
  subject_id: string;
  subject_version: number;
  /** The authority that a record or the event itself belongs to; null for other subjects. */
  authority_id: string | null;
  /** The one subscription that a test goes to; null for what goes to all. */
  subscription_id: string | null;
  /** JSON in its canonical form (RFC 8785): `{"event":{...}}`. */
  body: string;
}

/** Plans the deliveries of what is published, in the same transaction. */
export interface Planner {
  /** @param events in the order in which they are published; none was published before. */
  plan(client: PoolClient, events: readonly PublishedEvent[]): Promise<void>;
}

/** What deliveries are planned by: it must know of whoever subscribed before an event. */
export interface Subscribers {
  /**
   * Resolves once everything that was committed before the call is known, or the wait is over.
   * @returns whether it is.
   */
  catchUp(waitMilliseconds: number): Promise<boolean>;
  /** Everything of transactions below this id is known. */
  horizon(): bigint;
}
