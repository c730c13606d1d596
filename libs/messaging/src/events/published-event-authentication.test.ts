import { describe, expect, it } from '@jest/globals';
import { newKeys } from '../testing/test-authenticator.js';
import { PublishedEventAuthentication, type CodedPublishedEvent } from './published-event-authentication.js';
import { packBody } from './published-event-body.js';

const keys = newKeys();
const event: CodedPublishedEvent = {
  event_id: 'evt_1',
  project_id: 'prj_1',
  type: 'service.record.registered',
  subject_id: 'rec_1',
  authority_id: 'aut_1',
  subscription_id: null,
  body: '{"event":{}}',
};

describe('the code of a published event', () => {
  const told: string[] = [];
  const authentication = new PublishedEventAuthentication(keys, 'development', (id) => told.push(id));
  const mac = authentication.codeOf(event);
  const stored = { ...event, body: packBody(event, event.body), mac };

  it('holds for the event as it was rendered, without an alarm', () => {
    expect(authentication.check(stored)).toBe(event.body);
    expect(told).toEqual([]);
  });

  it.each([
    { event_id: 'evt_2' },
    { project_id: 'prj_2' },
    { type: 'service.record.revoked' },
    { subject_id: 'rec_2' },
    { authority_id: null },
    { subscription_id: 'sub_1' },
    { body: packBody(event, '{"event":{} }') },
    { body: Buffer.from('unreadable') },
    { mac: null },
    { mac: `${mac.slice(0, -1)}${mac.endsWith('A') ? 'E' : 'A'}` },
  ])('does not hold where %j is changed, which raises an alarm', (change) => {
    told.length = 0;
    const changed = { ...stored, ...change };
    expect(authentication.check(changed)).toBeNull();
    expect(told).toEqual([changed.event_id]);
  });

  it('holds neither in the other environment nor under other keys', () => {
    const elsewhere = new PublishedEventAuthentication(keys, 'production');
    const unknown = new PublishedEventAuthentication(newKeys(), 'development');
    for (const other of [elsewhere, unknown]) expect(other.bodyOf(stored)).toBeNull();
  });
});
