import { newId } from '@service/contracts';
import { BEGINNING, linkElements, type LoadedStream, type RecordedEvent } from '@service/event-store';
import {
  AUTHORITY_TRANSITIONS,
  RECORD_TRANSITIONS,
  SigningKey,
  digestText,
  type AuthorityEvent,
  type RecordEvent,
} from '@service/evidence';
import { sampleIdOf, type SampleTerms } from './sample-terms.js';

const MINUTE = 60_000;
const YEAR = 365 * 24 * 60 * MINUTE;
const NOTHING: LoadedStream = { events: [], version: 0, readAt: new Date(0) };
/** The log that the elements name, which does not exist. */
const LOG = 'samples.invalid';
const ISSUER = 'Sample Registry';
const REASON = 'A sample of a reason.';

/** Signs the samples of this process. The key is never published, so no verifier accepts its signatures. */
export const SAMPLE_KEY = SigningKey.generate('provenance', new Date(0).toISOString());

/** The elements of a record that rests on an authority, until a transition. */
export function recordChain(last: string, terms: SampleTerms, authority: RecordedEvent): RecordedEvent[] {
  const { stream_id: id, version, element } = authority;
  const life = sampleLife(RECORD_TRANSITIONS, last);
  const events = life.map(({ type, state }, place): RecordEvent => ({
    type: type as RecordEvent['type'],
    state: state as RecordEvent['state'],
    occurred_at: timeOf(place, life, terms),
    authority: { id, version, digest: digestText(element ?? '') },
    issuer: ISSUER,
    origin: 'https://registry.example/sample',
    external_id: null,
    expires_at: last === 'service.record.expired' ? terms.at : null,
    successor_id: type === 'service.record.superseded' ? newId('record') : null,
    content_digest: digestText(type === 'service.record.amended' ? 'An amended sample.' : 'A sample.'),
    issuer_signature: null,
  }));
  const streamId = sampleIdOf('record', terms);
  return link({ streamId, members: { record_id: streamId } }, events, life, terms);
}

/** The elements of an authority until a transition. */
export function authorityChain(last: string, terms: SampleTerms): RecordedEvent[] {
  const life = sampleLife(AUTHORITY_TRANSITIONS, last);
  const inYears = (years: number) => new Date(Date.parse(terms.at) + years * YEAR).toISOString();
  const events = life.map(({ type, state }, place): AuthorityEvent => {
    const term = inYears(type === 'service.authority.renewed' ? 2 : 1);
    return {
      type: type as AuthorityEvent['type'],
      state: state as AuthorityEvent['state'],
      occurred_at: timeOf(place, life, terms),
      issuer: ISSUER,
      scope: type === 'service.authority.scope_changed' ? ['verify'] : ['read', 'verify'],
      valid_until: last === 'service.authority.expired' ? terms.at : term,
      public_key: null,
      cause: type === 'service.authority.revoked' ? 'withdrawn' : null,
      invalid_since: null,
    };
  });
  const streamId = sampleIdOf('authority', terms);
  return link({ streamId, members: { authority_id: streamId } }, events, life, terms);
}

/** Links the events of a life; the last one has the id of the sample. */
function link<Event extends RecordEvent | AuthorityEvent>(
  { streamId, members }: { streamId: string; members: object },
  events: readonly Event[],
  life: readonly SampleStep[],
  { event_id, subscription: { project_id } }: SampleTerms,
): RecordedEvent[] {
  const decided = events.map((event, place) => ({
    event,
    reason: life[place]?.reason ?? null,
    event_id: place === events.length - 1 ? event_id : newId('event'),
  }));
  const subject = { streamId, members: { project_id, ...members } };
  return linkElements(NOTHING, subject, { log: LOG, key: SAMPLE_KEY }, decided).map(
    ({ newEvent }, place) => ({
      ...newEvent,
      version: place + 1,
      position: BEGINNING,
    }),
  );
}

/** The transitions are a minute apart, and the last one is the sample. */
function timeOf(place: number, life: readonly SampleStep[], { at }: SampleTerms): string {
  return new Date(Date.parse(at) - (life.length - 1 - place) * MINUTE).toISOString();
}

/** The transitions of one kind of subject, for samples. */
type Transitions = Readonly<
  Record<
    string,
    { from: readonly string[]; to: string | Readonly<Record<string, string>>; reason: boolean } | undefined
  >
>;

/** One transition of a sample. */
interface SampleStep {
  type: string;
  /** State of the subject after it. */
  state: string;
  reason: string | null;
}

/** A short life of a subject that ends with a transition. */
function sampleLife(transitions: Transitions, last: string): SampleStep[] {
  let state = '';
  return typesUntil(transitions, last).map((type) => {
    const { to = '', reason = false } = transitions[type] ?? {};
    state = typeof to === 'string' ? to : (to[state] ?? '');
    return { type, state, reason: reason ? REASON : null };
  });
}

function typesUntil(transitions: Transitions, last: string): string[] {
  const from = transitions[last]?.from ?? [];
  const types = Object.keys(transitions);
  const first = types.filter((type) => transitions[type]?.from.length === 0);
  if (from.length === 0) return [last];
  if (from.includes('active')) return [...first, last];
  return [...first, ...types.filter((type) => transitions[type]?.to === 'suspended'), last];
}
