import { describe, expect, it } from '@jest/globals';
import { countableEntries } from './countable-entries.js';

const entry = {
  hour: '2026-03-01T12:00:00.000Z',
  credential_id: 'crd_one',
  operation: 'records.verify',
  outcome: 'succeeded',
  requests: 2,
  items: 3,
};

const counted = (tally: unknown, writer = 'wri_1') => countableEntries({ writer, line_count: 9, tally });

describe('what can be counted of a tally', () => {
  it('is all of it, as it was written', () => {
    const refused = { ...entry, outcome: 'refused', error_code: 'record.not_found' };
    expect(counted([entry, refused])).toEqual([entry, refused]);
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
    [[{ ...entry, error_code: null }]],
    [[{ ...entry, requests: 10 }]],
    [[{ ...entry, items: 2_000_001 }]],
  ])('is nothing of %j', (tally) => {
    expect(counted(tally)).toEqual([]);
    if (Array.isArray(tally)) expect(counted([...(tally as unknown[]), entry])).toEqual([entry]);
  });

  it('is no credential’s use where another app than the gateway wrote it', () => {
    const own = { ...entry, credential_id: null };
    expect(counted([entry, own], 'webhook_dispatcher.wri_1')).toEqual([own]);
  });
});
