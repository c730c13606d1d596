import { ID_PREFIXES, type SubscriptionSnapshot } from '@service/contracts';

/** The event and subscription that a sample is made for. */
export interface SampleTerms {
  event_id: string;
  /** When the sample happened, ISO 8601. */
  at: string;
  subscription: SubscriptionSnapshot;
}

type SubjectKind = 'record' | 'authority' | 'credential' | 'subscription';

/** The id of a sample's subject, made from the event's id, so that no existing subject has it. */
export function sampleIdOf(kind: SubjectKind, { event_id }: SampleTerms): string {
  return ID_PREFIXES[kind] + event_id.slice(ID_PREFIXES.event.length);
}
