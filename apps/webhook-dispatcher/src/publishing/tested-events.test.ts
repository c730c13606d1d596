import { describe, expect, it } from '@jest/globals';
import { EVENT_TYPES, foldSubscription, newId, type EventType } from '@service/contracts';
import { BEGINNING, type RecordedEvent } from '@service/event-store';
import { AUTHORITY_TRANSITIONS, RECORD_TRANSITIONS, canonicalJson } from '@service/evidence';
import { created } from '../testing/sample-subscription.js';
import type { EventFacts } from './facts/event-facts.js';
import { renderEvent } from './render-event.js';

const AT = '2026-11-21T12:00:00.000Z';
const now = new Date(AT);
const subscription = foldSubscription(undefined, created, 1);
const facts: EventFacts = {
  keyOf: () => undefined,
  authority: () => undefined,
  recordElementBefore: () => undefined,
  authorityElementBefore: () => undefined,
  projectOfCredential: () => null,
  subscription: (id) => (id === subscription.id ? subscription : undefined),
};

interface Body {
  event: {
    record_id: string;
    state: string;
    previous_state?: string;
    reason?: string;
    successor_id?: string;
    test?: boolean;
    evidence: {
      provenance: { chain?: { event_id: string; log: string; type: string }[]; verified?: boolean };
      authority: { valid_at_event?: boolean };
    };
  };
}

function tested(event_type?: EventType) {
  const request = { request_id: 'dlr_1', subscription_id: subscription.id, project_id: 'prj_1' };
  const type = 'service.subscription.tested';
  const data = { type, ...request, occurred_at: AT, ...(event_type === undefined ? {} : { event_type }) };
  const event: RecordedEvent = {
    stream_id: 'dlr_1',
    event_id: newId('event'),
    type,
    schema_version: 1,
    element: null,
    data,
    companion: null,
    version: 1,
    position: BEGINNING,
  };
  const rendered = renderEvent(event, facts, now);
  if (rendered === null) throw new Error('The test was not rendered.');
  return { rendered, body: (JSON.parse(rendered.body) as Body).event, event };
}

const TRANSITIONS: Partial<Record<string, { from: readonly string[]; reason: boolean }>> = {
  ...RECORD_TRANSITIONS,
  ...AUTHORITY_TRANSITIONS,
};

const TYPES = Object.entries(EVENT_TYPES) as [EventType, { domain: string }][];

describe.each(TYPES)('a test of %s', (type, { domain }) => {
  it('is an event of this type, marked as a test, and goes to the subscription alone', () => {
    const { rendered, body, event } = tested(type);
    expect(rendered).toMatchObject({
      event_id: event.event_id,
      type,
      project_id: subscription.project_id,
      subscription_id: subscription.id,
      authority_id: null,
      subject_id: body.record_id,
    });
    expect(body).toMatchObject({
      id: event.event_id,
      type,
      test: true,
      occurred_at: AT,
      subject: { type: domain },
    });
    expect(rendered.body).toBe(canonicalJson(JSON.parse(rendered.body)));
  });

  it('tells of its transition as far as an event of this type does', () => {
    const { body } = tested(type);
    const { from = [], reason = false } = TRANSITIONS[type] ?? {};
    expect(body.previous_state !== undefined).toBe(from.length > 0);
    expect(body.reason !== undefined).toBe(reason);
    expect(body.successor_id !== undefined).toBe(type === 'service.record.superseded');
  });

  it('has the evidence of an event of this type, of a log that is not there', () => {
    const { body, event } = tested(type);
    if (domain === 'record' || domain === 'authority') {
      const element = { event_id: event.event_id, log: 'samples.invalid', type };
      expect(body.evidence.provenance).toMatchObject({ chain: [element], verified: true });
      const ended = ['service.authority.expired', 'service.authority.suspended', 'service.authority.revoked'];
      expect(body.evidence.authority.valid_at_event).toBe(!ended.includes(type));
    } else {
      expect(body.evidence).toEqual({ provenance: {}, authority: {} });
    }
  });
});

it('A test without a type is one of the subscription itself', () => {
  const { rendered, body } = tested();
  expect(rendered).toMatchObject({ type: 'service.subscription.tested', subject_id: subscription.id });
  expect(body).toMatchObject({ state: 'active', test: true });
});
