/** Topics of changes, and the capability to read each; null for everybody. */
export const TOPIC_NEEDS = {
  interactions: 'audit',
  deliveries: 'subscribe',
  events: 'subscribe',
  log: null,
  credentials: 'read',
} as const;
export type Topic = keyof typeof TOPIC_NEEDS;

/** A change of a topic; pages then read the API again. */
export interface Change {
  topic: Topic;
  /** Number of changes; null if unknown. */
  count: number | null;
  /** Ids of some changed objects. */
  ids: string[];
}

/** State of the stream. */
export type LiveState =
  | { kind: 'off' }
  | { kind: 'connecting' }
  | { kind: 'live' }
  /** It will be tried again. */
  | { kind: 'waiting' }
  /** It does not retry: the session has ended or lacks the capability. */
  | { kind: 'refused' };

/** Messages from the tab with the stream to the others. */
export type TabMessage =
  | { type: 'asked' }
  | { type: 'state'; state: LiveState }
  | { type: 'change'; change: Change; cursor: string }
  | { type: 'cursor'; cursor: string };
