import { EVENT_TYPES, newId, type EventType } from '@service/contracts';
import { BEGINNING, type RecordedEvent } from '@service/event-store';
import type {
  AuthorityElementContent,
  ElementLinkage,
  PublishedKey,
  RecordElementContent,
  SignedElement,
} from '@service/evidence';
import { DAY } from '@service/platform/days';
import type { EventFacts } from '../facts/event-facts.js';
import { openRecorded } from '../facts/open-element.js';
import { SAMPLE_KEY, authorityChain, recordChain } from './sample-chain.js';
import { sampleIdOf, type SampleTerms } from './sample-terms.js';

/** An event of a subject that does not exist, and the facts that it is rendered with. */
export interface SampleEvent {
  event: RecordedEvent;
  facts: EventFacts;
}

type SubjectMember = 'record_id' | 'authority_id';

/** A sample of an event of a type, as a log would have it after a short life of the subject. */
export function sampleEvent(type: EventType, terms: SampleTerms): SampleEvent {
  const { domain } = EVENT_TYPES[type];
  switch (domain) {
    case 'record': {
      const at = new Date(Date.parse(terms.at) - DAY).toISOString();
      const grant = { ...terms, event_id: newId('event'), at };
      const authority = authorityChain('service.authority.granted', grant);
      const chain = recordChain(type, terms, lastOf(authority));
      return { event: lastOf(chain), facts: factsOf(terms, authority, chain) };
    }
    case 'authority': {
      const chain = authorityChain(type, terms);
      return { event: lastOf(chain), facts: factsOf(terms, chain, []) };
    }
    case 'credential':
    case 'subscription':
      return { event: dataEvent(type, sampleIdOf(domain, terms), terms), facts: factsOf(terms, [], []) };
  }
}

/** An event without an element. */
function dataEvent(type: EventType, stream_id: string, { event_id, at }: SampleTerms): RecordedEvent {
  const overlap_ends_at = new Date(Date.parse(at) + DAY).toISOString();
  return {
    stream_id,
    event_id,
    type,
    schema_version: 1,
    element: null,
    data: { type, occurred_at: at, overlap_ends_at },
    companion: null,
    version: type === 'service.credential.issued' ? 1 : 2,
    position: BEGINNING,
  };
}

function factsOf(
  { subscription }: SampleTerms,
  authority: readonly RecordedEvent[],
  record: readonly RecordedEvent[],
): EventFacts {
  const authorities = opened<AuthorityElementContent>(authority, 'authority_id');
  const records = opened<RecordElementContent>(record, 'record_id');
  const newest = authorities.at(-1);
  const key: PublishedKey = {
    purpose: 'provenance',
    public_key: SAMPLE_KEY.publicKey,
    cause: null,
    invalid_since: null,
  };
  return {
    keyOf: (id) => (id === SAMPLE_KEY.keyId ? key : undefined),
    authority: () =>
      newest === undefined ? undefined : { at: (version) => authorities[version - 1], newest },
    recordElementBefore: ({ version }) => records[version - 2],
    authorityElementBefore: ({ version }) => authorities[version - 2],
    projectOfCredential: () => subscription.project_id,
    subscription: (id) => ({ ...subscription, id }),
  };
}

function opened<Content extends ElementLinkage>(
  chain: readonly RecordedEvent[],
  member: SubjectMember,
): SignedElement<Content>[] {
  return chain.flatMap((event) => openRecorded<Content>(event, member) ?? []);
}

function lastOf(chain: readonly RecordedEvent[]): RecordedEvent {
  return chain.at(-1) as RecordedEvent;
}
