import { describe, expect, it } from '@jest/globals';
import { countableEntries } from './countable-entries.js';

const entry = {
  hour: '2026-03-01T12:00:00.000Z',
  credential_id: 'crd_one',
  operation: 'record.verify',
  outcome: 'succeeded',
  requests: 2,
  items: 3,
};

describe('the countable entries of a tally', () => {
  it('are all entries of an unchanged tally', () => {
    expect(countableEntries([entry, entry])).toEqual([entry, entry]);
  });

  it.each([
    [null],
    [{}],
    ['x'],
    [[null, 1, 'x', []]],
    [[{ ...entry, hour: 'noon' }]],
    [[{ ...entry, requests: -1 }]],
    [[{ ...entry, items: 1.5 }]],
    [[{ ...entry, items: 1e300 }]],
    [[{ ...entry, operation: null }]],
    [[{ ...entry, outcome: '\0' }]],
  ])('are none of %j', (tally) => {
    expect(countableEntries(tally)).toEqual([]);
    if (Array.isArray(tally)) expect(countableEntries([...(tally as unknown[]), entry])).toEqual([entry]);
  });
});
