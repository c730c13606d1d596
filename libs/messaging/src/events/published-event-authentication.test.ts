import { describe, expect, it } from '@jest/globals';
import { newKeys } from '../testing/test-authenticator.js';
import { PublishedEventAuthentication, type CodedPublishedEvent } from './published-event-authentication.js';

const keys = newKeys();
const event: CodedPublishedEvent = {
  event_id: 'evt_1',
  project_id: 'prj_1',
  type: 'service.record.registered',
  subject_id: 'rec_1',
  subject_version: 1,
  authority_id: 'aut_1',
  subscription_id: null,
  body: '{"event":{}}',
};

describe('the code of a published event', () => {
  const told: string[] = [];
  const authentication = new PublishedEventAuthentication(keys, 'development', (id) => told.push(id));
  const mac = authentication.codeOf(event);

  it('holds for the event as it was rendered, without an alarm', () => {
    expect(authentication.check({ ...event, mac })).toBe(true);
    expect(told).toEqual([]);
  });

  it.each([
    { event_id: 'evt_2' },
    { project_id: 'prj_2' },
    { type: 'service.record.revoked' },
    { subject_id: 'rec_2' },
    { subject_version: 2 },
    { authority_id: null },
    { subscription_id: 'sub_1' },
    { body: '{"event":{} }' },
    { mac: null },
    { mac: `${mac.slice(0, -1)}${mac.endsWith('A') ? 'E' : 'A'}` },
  ])('does not hold where %j is changed, which raises an alarm', (change) => {
    told.length = 0;
    const changed = { ...event, mac, ...change };
    expect(authentication.check(changed)).toBe(false);
    expect(told).toEqual([changed.event_id]);
  });

  it('holds neither in the other environment nor under other keys', () => {
    const elsewhere = new PublishedEventAuthentication(keys, 'production');
    const unknown = new PublishedEventAuthentication(newKeys(), 'development');
    for (const other of [elsewhere, unknown]) expect(other.isAuthentic({ ...event, mac })).toBe(false);
  });
});
