import { expect, it } from '@jest/globals';
import { isVerification, itemsOf, totalsOf, type UsageEntry } from './usage-totals.js';

const entry = (start: string, members: Partial<UsageEntry>): UsageEntry => ({
  start,
  operation: 'records.read',
  outcome: 'succeeded',
  requests: 1,
  items: 1,
  ...members,
});
const entries = [
  entry('2026-03-01', { items: 3 }),
  entry('2026-03-02', { items: 2, requests: 2, credential_id: 'crd_1' }),
  entry('2026-03-02', { outcome: 'refused', items: 9, credential_id: 'crd_1' }),
];

it('the totals of a period are those of its days together, the most first', () => {
  expect(totalsOf(entries, null)).toEqual([
    { operation: 'records.read', outcome: 'refused', group: undefined, requests: 1, items: 9 },
    { operation: 'records.read', outcome: 'succeeded', group: undefined, requests: 3, items: 5 },
  ]);
});

it('they are apart for what they are grouped by, and for what has none', () => {
  expect(totalsOf(entries, 'credential_id').map(({ group, items }) => [group, items])).toEqual([
    ['crd_1', 9],
    [null, 3],
    ['crd_1', 2],
  ]);
});

it('a batch counts as its items, and is a verification', () => {
  expect(itemsOf(entries)).toBe(14);
  expect(
    ['records.verify', 'records.verify_batch', 'records.read'].map((operation) =>
      isVerification({ operation }),
    ),
  ).toEqual([true, true, false]);
});
