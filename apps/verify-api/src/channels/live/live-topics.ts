import type { Capability } from '@service/contracts';

/** The topics of streams of changes. */
export const TOPICS = ['interactions', 'deliveries', 'events', 'log', 'credentials'] as const;
export type Topic = (typeof TOPICS)[number];

/** The capability that a topic needs; null where anybody may read it. */
export const CAPABILITY_OF: Readonly<Record<Topic, Capability | null>> = {
  interactions: 'audit',
  deliveries: 'subscribe',
  events: 'subscribe',
  log: null,
  credentials: 'read',
};

/** Tells that something of a topic changed. Readers get its new state from the API. */
export interface Change {
  readonly topic: Topic;
  /** How many things are new or changed; null where it is not known, and all must be read again. */
  readonly count: number | null;
  /** Ids of some of them, the newest last; none for a topic without ids, and for many changes. */
  readonly ids: readonly string[];
}

/** The most ids that a change names. */
export const MOST_IDS = 100;

/** A change for a topic of which it is unknown what changed. */
export function unknownChange(topic: Topic): Change {
  return { topic, count: null, ids: [] };
}
