import { expect, it } from '@jest/globals';

import { refusesEveryRecord } from './answered-records.js';
import type { CheckName, Report } from './report.js';

const report = (undecided: CheckName[], outcome: 'passed' | 'failed' = 'passed'): Report => ({
  ok: false,
  checks: [
    { check: 'answer.signature', outcome, ...(outcome === 'failed' && { why: 'x' }) },
  ] as Report['checks'],
  undecided,
  newest: false,
  summary: '',
  good: null,
  witnesses: { pinned: 0, cosigned: 0, needed: 0 } as unknown as Report['witnesses'],
});
const refusal = { error: { code: 'record.not_found' } };

it.each([
  ['refusals alone', report(['answer.record']), [refusal, refusal], true],
  ['no item', report(['answer.record']), [], false],
  ['a record among refusals', report(['answer.record']), [refusal, { record: {}, evidence: {} }], false],
  ['an error beside evidence', report(['answer.record']), [{ ...refusal, evidence: {} }], false],
  ['another check undecided', report(['answer.record', 'answer.nonce']), [refusal], false],
  ['a check that failed', report(['answer.record'], 'failed'), [refusal], false],
])('a batch of %s', (_, of, data, expected) => {
  expect(refusesEveryRecord(of, JSON.stringify({ data }))).toBe(expected);
});
