import type { SubscriptionSnapshot } from '@service/contracts';
import type { RecordedEvent } from '@service/event-store';
import type {
  AuthorityElementContent,
  KeyLookUp,
  RecordElementContent,
  SignedElement,
} from '@service/evidence';

/** Elements of one authority, as far as they were asked for. */
export interface AuthorityElements {
  /** An element by its version; undefined where it is not kept. */
  at(version: number): SignedElement<AuthorityElementContent> | undefined;
  newest: SignedElement<AuthorityElementContent>;
}

/** What must be known beside some events to say what they mean. */
export interface EventFacts {
  keyOf: KeyLookUp;
  authority(id: string): AuthorityElements | undefined;
  /** The element before an event's own; undefined where there is none. */
  recordElementBefore(event: RecordedEvent): SignedElement<RecordElementContent> | undefined;
  authorityElementBefore(event: RecordedEvent): SignedElement<AuthorityElementContent> | undefined;
  /** Project of a credential; null where it has none. */
  projectOfCredential(id: string): string | null;
  subscription(id: string): SubscriptionSnapshot | undefined;
}
