import type { Capability } from '@service/contracts';

/** What a stream of changes can be about. */
export const TOPICS = ['interactions', 'deliveries', 'events', 'log', 'credentials'] as const;
export type Topic = (typeof TOPICS)[number];

/** The capability that reads what a topic is about; null for what anybody reads. */
export const CAPABILITY_OF: Readonly<Record<Topic, Capability | null>> = {
  interactions: 'audit',
  deliveries: 'subscribe',
  events: 'subscribe',
  log: null,
  credentials: 'read',
};

/** That something of a topic changed. What it is now, its reader asks the API. */
export interface Change {
  readonly topic: Topic;
  /** How many things are new or changed; null where it is not known, and all must be read again. */
  readonly count: number | null;
  /** Ids of some of them, the newest last; of a topic without ids, and of many changes, none. */
  readonly ids: readonly string[];
}

/** The most ids that a change names. */
export const MOST_IDS = 100;

/** That it is not known what changed. */
export function unknownChange(topic: Topic): Change {
  return { topic, count: null, ids: [] };
}
