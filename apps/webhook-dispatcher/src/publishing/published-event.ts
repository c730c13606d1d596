import type { EventType } from '@service/contracts';
import type { PoolClient } from 'pg';

/** An event as it is published: its body is the same text in every delivery, retry, replay and poll. */
export interface PublishedEvent {
  event_id: string;
  /** UTC day on which the event's id was made, `YYYY-MM-DD`; names its partition. */
  day: string;
  project_id: string;
  type: EventType;
  subject_id: string;
  /** The authority of the record, or the subject itself if it is an authority; null for other subjects. */
  authority_id: string | null;
  /** The only subscription that a test goes to; null for other events. */
  subscription_id: string | null;
  /** JSON in its canonical form (RFC 8785): `{"event":{...}}`. */
  body: string;
  /** Trace context of the event, which its deliveries link to; null if it has none. */
  traceparent: string | null;
}

/** The queue key of an event's deliveries: the id of its subject, so that they keep their order; for a test the id of its event,
 *  so that it waits for no other. */
export function queueKeyOf({
  subject_id,
  subscription_id,
  event_id,
}: Pick<PublishedEvent, 'subject_id' | 'subscription_id' | 'event_id'>): string {
  return subscription_id === null ? subject_id : event_id;
}

/** Plans the deliveries of published events, in the same transaction. */
export interface Planner {
  /** Whether there are deliveries of some of these events to plan. */
  concerns(events: readonly PublishedEvent[]): boolean;
  /**
   * @param events in the order of publication, none of them published before.
   * @returns a function to call after the commit.
   */
  plan(client: PoolClient, events: readonly PublishedEvent[]): Promise<() => void>;
}

/** The subscriptions that deliveries are planned for; they must include all that are older than the event. */
export interface Subscribers {
  /**
   * Waits until every subscription committed before the call is known.
   * @returns false where that took longer than the wait.
   */
  catchUp(waitMilliseconds: number): Promise<boolean>;
  /** All subscriptions of transactions below this id are known. */
  horizon(): bigint;
}
