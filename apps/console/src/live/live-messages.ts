/** What changes can be about, and the capability that reads it; null for what everybody who is signed in reads. */
export const TOPIC_NEEDS = {
  interactions: 'audit',
  deliveries: 'subscribe',
  events: 'subscribe',
  log: null,
  credentials: 'read',
} as const;
export type Topic = keyof typeof TOPIC_NEEDS;

/** That something of a topic changed; what it is now, a page asks the interface. */
export interface Change {
  topic: Topic;
  /** How much; null where it is not known, and all must be read again. */
  count: number | null;
  /** Ids of some of it. */
  ids: string[];
}

/** How a stream is doing. */
export type LiveState =
  | { kind: 'off' }
  | { kind: 'connecting' }
  | { kind: 'live' }
  /** It tries again by itself, at a moment of the browser's clock. */
  | { kind: 'waiting'; until: number }
  /** It does not: the session is over, or may not read this. */
  | { kind: 'refused' };

/** What the tab that has the stream tells the others. */
export type TabMessage =
  | { type: 'asked' }
  | { type: 'state'; state: LiveState }
  | { type: 'change'; change: Change; cursor: string }
  | { type: 'cursor'; cursor: string };
