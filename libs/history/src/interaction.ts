/** How an interaction ended: as asked, refused by a rule, or failed on our side. */
export const OUTCOMES = ['succeeded', 'refused', 'failed'] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** The interfaces of the service, of which one was spoken to. */
export const CHANNELS = ['api', 'mcp', 'console', 'events'] as const;
export type Channel = (typeof CHANNELS)[number];

export const ACTOR_TYPES = ['credential', 'operator', 'oauth', 'service'] as const;

/** Who did something: a credential, a person, a subject of an identity provider, or the service itself. */
export interface Actor {
  type: (typeof ACTOR_TYPES)[number];
  id: string;
  /** In which a person did it. */
  session?: string;
}

/** The most subjects that an interaction names. */
export const MOST_SUBJECTS = 100;

/** What the history keeps of one authenticated request, or of what the service did by itself. */
export interface Interaction {
  requestId: string;
  /** Null for an operator, who belongs to no project. */
  projectId: string | null;
  channel: Channel;
  actor: Actor;
  /** What was asked for: `record.verify`. */
  operation: string;
  /** Ids of what it was about, as far as they are known; of more than 100, the first. */
  subjects: readonly string[];
  /** Operations that it amounts to: the items of a batch, else 1. */
  items: number;
  status: number;
  errorCode: string | null;
  /** Milliseconds from its admission until its answer was ready. */
  duration: number;
  /** Personal, and can be erased; null where nobody called. */
  client: ClientFields | null;
}

/** Where a request came from. */
export interface ClientFields {
  address: string;
  userAgent: string | null;
}

export function outcomeOf({ status }: Pick<Interaction, 'status'>): Outcome {
  if (status < 400) return 'succeeded';
  return status < 500 ? 'refused' : 'failed';
}
