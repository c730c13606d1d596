import type { SubscriptionSnapshot } from '@service/contracts';
import type { RecordedEvent } from '@service/event-store';
import type {
  AuthorityElementContent,
  KeyLookUp,
  RecordElementContent,
  SignedElement,
} from '@service/evidence';

/** Cached elements of one authority. */
export interface AuthorityElements {
  /** An element by its version; undefined where it is not cached. */
  at(version: number): SignedElement<AuthorityElementContent> | undefined;
  newest: SignedElement<AuthorityElementContent>;
}

/** The facts that rendering a batch of events needs in addition to the events. */
export interface EventFacts {
  keyOf: KeyLookUp;
  authority(id: string): AuthorityElements | undefined;
  /** The element before the event's element; undefined for the first. */
  recordElementBefore(event: RecordedEvent): SignedElement<RecordElementContent> | undefined;
  authorityElementBefore(event: RecordedEvent): SignedElement<AuthorityElementContent> | undefined;
  /** Project of a credential; null without one. */
  projectOfCredential(id: string): string | null;
  subscription(id: string): SubscriptionSnapshot | undefined;
}
