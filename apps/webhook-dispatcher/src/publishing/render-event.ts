import {
  isEventType,
  timeOfId,
  type CredentialEvent,
  type CredentialState,
  type DeliveryRequestEvent,
  type EventType,
  type SubscriptionEvent,
  type SubscriptionSnapshot,
} from '@service/contracts';
import type { RecordedEvent } from '@service/event-store';
import type { EventChange } from '@service/events';
import {
  authorityStanding,
  findAuthorityElementFault,
  findIssuerSignatureFault,
  findRecordElementFault,
  findSignatureFault,
  renderAuthority,
  renderElement,
  type AuthorityElementContent,
  type HashedElement,
  type RecordElementContent,
  type SignedElement,
} from '@service/evidence';
import { dayOf } from '@service/platform/days';
import type { AuthorityElements, EventFacts } from './facts/event-facts.js';
import { openRecorded } from './facts/open-element.js';
import type { PublishedEvent } from './published-event.js';
import { sampleEvent } from './samples/sample-event.js';
import { shownChange } from './shown-change.js';

const quote = JSON.stringify;
const TEST = 'service.subscription.tested';
const NO_EVIDENCE = '{"authority":{},"provenance":{}}';

type RequestedTest = Extract<DeliveryRequestEvent, { type: typeof TEST }>;

/** The members of an event's body other than its id and type. */
interface EventBody {
  projectId: string;
  subject: 'record' | 'authority' | 'credential' | 'subscription';
  subjectId: string;
  version: number;
  state: string;
  occurredAt: string;
  authorityId: string | null;
  change: EventChange;
  /** Canonical JSON. */
  evidence: string;
}

/**
 * An event as it is published: the specification's section 6, in the canonical form (RFC 8785). Null for events of
 * other types or without a project, and for a row that was tampered with. A test is rendered as an event of the type
 * that was asked for.
 * @param now the time at which the authority is shown.
 */
export function renderEvent(event: RecordedEvent, facts: EventFacts, now: Date): PublishedEvent | null {
  if (event.type !== TEST) return render(event, facts, now, null);
  const { subscription_id, occurred_at: at, event_type = TEST } = event.data as RequestedTest;
  const subscription = facts.subscription(subscription_id);
  if (subscription === undefined || !isEventType(event_type)) return null;
  if (event_type === TEST) return render(event, facts, now, subscription);
  const sample = sampleEvent(event_type, { event_id: event.event_id, at, subscription });
  return render(sample.event, sample.facts, now, subscription);
}

/** @param tested the subscription that a test goes to; null for a real event. */
function render(
  event: RecordedEvent,
  facts: EventFacts,
  now: Date,
  tested: SubscriptionSnapshot | null,
): PublishedEvent | null {
  const { event_id, type } = event;
  const madeAt = timeOfId(event_id, 'event');
  if (!isEventType(type) || madeAt === null) return null;
  const content = bodyOf(event, type, facts, now);
  if (content === null) return null;
  const { projectId, subjectId } = content;
  return {
    event_id,
    day: dayOf(madeAt),
    project_id: projectId,
    type,
    subject_id: subjectId,
    authority_id: tested === null ? content.authorityId : null,
    subscription_id: tested?.id ?? null,
    traceparent: event.traceparent ?? null,
    body: rendered(content, event_id, type, tested !== null),
  };
}

/** The members sorted by their names, as canonical JSON has them. */
function rendered(content: EventBody, eventId: string, type: EventType, isTest: boolean): string {
  const { subject, subjectId, version, state, occurredAt, change, evidence } = content;
  const members: Readonly<Record<string, string>> = {
    evidence,
    id: quote(eventId),
    occurred_at: quote(occurredAt),
    record_id: quote(subjectId),
    state: quote(state),
    subject: `{"id":${quote(subjectId)},"type":"${subject}","version":${version}}`,
    type: quote(type),
    ...Object.fromEntries(Object.entries(change).map(([name, value]) => [name, quote(value)])),
    ...(isTest ? { test: 'true' } : {}),
  };
  const names = Object.keys(members).sort();
  return `{"event":{${names.map((name) => `"${name}":${members[name]}`).join(',')}}}`;
}

function bodyOf(event: RecordedEvent, type: EventType, facts: EventFacts, now: Date): EventBody | null {
  if (type === TEST) return bodyOfTest(event, facts);
  const [, domain] = type.split('.');
  if (domain === 'record') return bodyOfRecord(event, facts, now);
  if (domain === 'authority') return bodyOfAuthority(event, facts, now);
  return domain === 'credential' ? bodyOfCredential(event, facts) : bodyOfSubscription(event, facts);
}

function bodyOfRecord(event: RecordedEvent, facts: EventFacts, now: Date): EventBody | null {
  const element = openRecorded<RecordElementContent>(event, 'record_id');
  if (element === null) return null;
  const before = facts.recordElementBefore(event);
  const fault = findRecordElementFault(before, element);
  if (fault === 'element.form') return null;
  const { content } = element;
  const authority = facts.authority(content.authority.id);
  const verified = fault === null && isSigned(element, facts) && restsOnAuthority(element, authority, facts);
  const shown =
    authority === undefined
      ? '{}'
      : shownAuthority(authority.newest, authority.at(content.authority.version), content, now);
  return {
    ...common(event, content, before?.content),
    subject: 'record',
    subjectId: content.record_id,
    authorityId: content.authority.id,
    evidence: evidenceOf(shown, element, content.origin, verified),
  };
}

/** The origin of an authority's own element is its issuer. */
function bodyOfAuthority(event: RecordedEvent, facts: EventFacts, now: Date): EventBody | null {
  const element = openRecorded<AuthorityElementContent>(event, 'authority_id');
  if (element === null) return null;
  const before = facts.authorityElementBefore(event);
  const fault = findAuthorityElementFault(before, element);
  if (fault === 'element.form') return null;
  const { content } = element;
  const newest = facts.authority(content.authority_id)?.newest ?? element;
  const verified = fault === null && isSigned(element, facts);
  return {
    ...common(event, content, before?.content),
    subject: 'authority',
    subjectId: content.authority_id,
    authorityId: content.authority_id,
    evidence: evidenceOf(shownAuthority(newest, element, content, now), element, content.issuer, verified),
  };
}

function bodyOfCredential(event: RecordedEvent, facts: EventFacts): EventBody | null {
  const credential = event.data as CredentialEvent;
  const projectId = facts.projectOfCredential(event.stream_id);
  if (projectId === null) return null;
  return {
    projectId,
    subject: 'credential',
    subjectId: event.stream_id,
    version: event.version,
    state: stateAfter(credential),
    occurredAt: credential.occurred_at,
    authorityId: null,
    change: {},
    evidence: NO_EVIDENCE,
  };
}

function bodyOfSubscription(event: RecordedEvent, facts: EventFacts): EventBody | null {
  const { occurred_at } = event.data as SubscriptionEvent;
  const subscription = facts.subscription(event.stream_id);
  if (subscription === undefined) return null;
  return {
    projectId: subscription.project_id,
    subject: 'subscription',
    subjectId: subscription.id,
    version: event.version,
    state: 'disabled',
    occurredAt: occurred_at,
    authorityId: null,
    change: {},
    evidence: NO_EVIDENCE,
  };
}

/** A test shows its subscription as it is when the test is published. */
function bodyOfTest(event: RecordedEvent, facts: EventFacts): EventBody | null {
  const request = event.data as RequestedTest;
  const subscription = facts.subscription(request.subscription_id);
  if (subscription === undefined) return null;
  return {
    projectId: subscription.project_id,
    subject: 'subscription',
    subjectId: subscription.id,
    version: subscription.version,
    state: subscription.state,
    occurredAt: request.occurred_at,
    authorityId: null,
    change: {},
    evidence: NO_EVIDENCE,
  };
}

function common(
  event: RecordedEvent,
  content: RecordElementContent | AuthorityElementContent,
  before: RecordElementContent | AuthorityElementContent | undefined,
) {
  const { project_id, state, occurred_at } = content;
  const change = shownChange(event, content, before);
  return { projectId: project_id, version: event.version, state, occurredAt: occurred_at, change };
}

function evidenceOf(
  authority: string,
  element: SignedElement<object>,
  origin: string,
  verified: boolean,
): string {
  const shown = renderElement(element, element.signature);
  return `{"authority":${authority},"provenance":{"chain":[${shown}],"origin":${quote(origin)},"verified":${verified}}}`;
}

function isSigned(element: SignedElement<{ occurred_at: string }>, { keyOf }: EventFacts): boolean {
  return findSignatureFault([element], keyOf) === null;
}

/** The authority that an event was decided on, as of now. */
function shownAuthority(
  newest: HashedElement<AuthorityElementContent>,
  named: HashedElement<AuthorityElementContent> | undefined,
  { occurred_at }: { occurred_at: string },
  now: Date,
): string {
  return renderAuthority(newest, authorityStanding(newest.content, named?.content, occurred_at, now));
}

/** Whether a transition rests on a signed element of its authority, and has the issuer's signature where required. */
function restsOnAuthority(
  element: SignedElement<RecordElementContent>,
  authority: AuthorityElements | undefined,
  { keyOf }: EventFacts,
): boolean {
  const { version, digest } = element.content.authority;
  const named = authority?.at(version);
  if (authority === undefined || named?.digest !== digest) return false;
  return (
    findSignatureFault([named, authority.newest], keyOf) === null &&
    findIssuerSignatureFault([element], () => named.content.public_key) === null
  );
}

function stateAfter(event: CredentialEvent): CredentialState {
  switch (event.type) {
    case 'service.credential.rotated':
      return Date.parse(event.overlap_ends_at) > Date.parse(event.occurred_at) ? 'rotating' : 'active';
    case 'service.credential.expired':
      return 'expired';
    case 'service.credential.revoked':
      return 'revoked';
    case 'service.credential.issued':
    case 'service.credential.updated':
      return 'active';
  }
}
