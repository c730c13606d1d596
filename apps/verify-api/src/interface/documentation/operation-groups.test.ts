import { describe, expect, it } from '@jest/globals';
import { operationIdOf, tagOf } from './operation-groups.js';

describe('the id of an operation', () => {
  it.each([
    ['record.register', 'records.register', 'Records'],
    ['record.verify_batch', 'records.verifyBatch', 'Verification'],
    ['authority.grant', 'authorities.grant', 'Authorities'],
    ['event_category.list', 'eventCategories.list', 'Events'],
    ['replay.list', 'subscriptions.replays.list', 'Subscriptions'],
    ['usage.read', 'usage.read', 'Usage and history'],
  ])('follows from its name: %s is %s, of %s', (name, id, tag) => {
    expect([operationIdOf(name), tagOf(name)]).toEqual([id, tag]);
  });

  it('is refused where nobody said what its group is called', () => {
    expect(() => operationIdOf('parcel.send')).toThrow('No group of operations has parcel.send.');
  });
});
