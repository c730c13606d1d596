/** How an interaction ended: successfully, refused by a rule, or failed because of the service. */
export const OUTCOMES = ['succeeded', 'refused', 'failed'] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** The interfaces through which an operation can be called. */
export const CHANNELS = ['api', 'mcp', 'console', 'events'] as const;
export type Channel = (typeof CHANNELS)[number];

export const ACTOR_TYPES = ['credential', 'operator', 'oauth', 'link', 'service'] as const;

/** Who did something: a credential, a person, a subject of an identity provider, whoever opened a link, or the service itself. */
export interface Actor {
  type: (typeof ACTOR_TYPES)[number];
  id: string;
  /** The session of the person. */
  session?: string;
}

/** The most subjects that an interaction names. */
export const MOST_SUBJECTS = 100;

/** What the history stores of one authenticated request, or of an action of the service itself. */
export interface Interaction {
  requestId: string;
  /** Null for an operator, who belongs to no project. */
  projectId: string | null;
  channel: Channel;
  actor: Actor;
  /** Name of the operation: `records.verify`. */
  operation: string;
  /** Ids that the request or its answer names; the first 100 are stored. */
  subjects: readonly string[];
  /** How many operations it counts as: the items of a batch, otherwise 1. */
  items: number;
  status: number;
  errorCode: string | null;
  /** Milliseconds from the admission of the request until its answer was ready. */
  duration: number;
  /** Personal data, which can be erased; null without a caller. */
  client: ClientFields | null;
}

/** The client that sent a request. */
export interface ClientFields {
  address: string;
  userAgent: string | null;
}

/** Outcome of a request or an operation, by its HTTP status. */
export function outcomeOf({ status }: Pick<Interaction, 'status'>): Outcome {
  if (status < 400) return 'succeeded';
  return status < 500 ? 'refused' : 'failed';
}

/** Stands for a project's id in interactions of no project or of all. */
const NO_PROJECT = 'operator';

/** The history that holds the lines of a project; without a project, the history of all other lines. */
export function historyOf(projectId: string | null): string {
  return projectId ?? NO_PROJECT;
}
