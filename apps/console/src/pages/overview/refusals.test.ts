import { expect, it } from '@jest/globals';
import type { UsageEntry } from '../usage/usage-totals.js';
import { refusalsOf } from './refusals.js';

const entry = (outcome: UsageEntry['outcome'], error_code: string | null, requests: number): UsageEntry => ({
  start: '2026-03-01T00:00:00.000Z',
  operation: 'records.verify',
  outcome,
  error_code,
  requests,
  items: requests,
});

it('refusals are counted by code over all operations, without what succeeded', () => {
  const entries = [
    entry('succeeded', null, 50),
    entry('refused', 'record.not_found', 2),
    entry('refused', 'record.not_found', 3),
    entry('failed', 'service.unavailable', 9),
    entry('refused', null, 1),
  ];
  expect(refusalsOf(entries)).toEqual([
    { code: 'service.unavailable', count: 9, isFailure: true },
    { code: 'record.not_found', count: 5, isFailure: false },
  ]);
});
