import { describe, expect, it } from '@jest/globals';
import { operationIdOf, tagOf } from './operation-groups.js';

describe('the id of an operation', () => {
  it.each([
    ['records.register', 'records.register', 'Records'],
    ['records.verify_batch', 'records.verifyBatch', 'Verification'],
    ['authorities.grant', 'authorities.grant', 'Authorities'],
    ['event_categories.list', 'eventCategories.list', 'Events'],
    ['replays.list', 'replays.list', 'Subscriptions'],
    ['usage.read', 'usage.read', 'Usage and history'],
  ])('follows from its name: %s is %s, of %s', (name, id, tag) => {
    expect([operationIdOf(name), tagOf(name)]).toEqual([id, tag]);
  });

  it('has a chapter, or is refused', () => {
    expect(() => tagOf('parcels.send')).toThrow('No chapter has parcels.send.');
  });
});
