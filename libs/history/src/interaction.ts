/** How an interaction ended: as asked, refused by a rule, or failed on our side. */
export const OUTCOMES = ['succeeded', 'refused', 'failed'] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** Ways in which the service is spoken to. */
type Channel = 'api';

/** What the history keeps of one authenticated request. */
export interface Interaction {
  requestId: string;
  /** Null for an operator, who belongs to no project. */
  projectId: string | null;
  credentialId: string;
  channel: Channel;
  /** What was asked for, as the route names it: `record.verify`. */
  operation: string;
  /** Id of what it was about, as far as that is known. */
  subject: string | null;
  /** Operations that it amounts to: the items of a batch, else 1. */
  items: number;
  status: number;
  errorCode: string | null;
  /** Milliseconds from its admission until its answer was ready. */
  duration: number;
  /** Where it came from; personal, and can be erased. */
  address: string;
  userAgent: string | null;
}

export function outcomeOf({ status }: Pick<Interaction, 'status'>): Outcome {
  if (status < 400) return 'succeeded';
  return status < 500 ? 'refused' : 'failed';
}
