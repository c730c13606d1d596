import { describe, expect, it } from '@jest/globals';
import { CHECKS, type CheckName, type Outcome, type Report } from '@service/evidence';
import { readView, type EvidenceView } from '../../verifying/evidence-view.js';
import { faultInWords, isSigned, knownIn } from './answer.js';

const reportOf = (outcomes: Partial<Record<CheckName, Outcome>>) =>
  ({
    checks: CHECKS.map((check) => ({ check, outcome: outcomes[check] ?? 'passed' })),
    undecided: [] as CheckName[],
  }) as Report;

describe('what the service is said to have answered', () => {
  it.each([
    [{}, true],
    [{ 'answer.signature': 'failed' }, false],
    [{ 'answer.signature': 'not_checked' }, false],
    [{ 'checkpoint.signature': 'failed' }, false],
    [{ 'answer.key_time': 'failed' }, false],
    [{ 'keys.publication': 'failed' }, false],
    [{ 'policy.version': 'not_checked' }, true],
    [{ 'answer.provenance': 'failed' }, true],
  ] as const)('is its word only once its signature has passed: %j', (outcomes, expected) => {
    expect(isSigned(reportOf(outcomes))).toBe(expected);
  });

  it('is refused in the words of the first group that failed', () => {
    expect(faultInWords(reportOf({ 'answer.signature': 'failed', 'log.slots': 'failed' }))).toBe(
      'Not verified: it was altered, comes from another service than the pinned one, or answers another request',
    );
  });
});

it('what is known of a record is what its newest element and its authority say, with a reason that holds', () => {
  const view = readView(
    JSON.stringify({
      format: 'bundle/v1',
      record: [
        { sequence: 1, occurred_at: 'first', authority: { id: 'aut_1', version: 1 } },
        { sequence: 2, occurred_at: 'second', authority: { id: 'aut_1', version: 1 } },
      ],
      authorities: {
        aut_1: [{ authority_id: 'aut_1' }, { authority_id: 'aut_1', invalid_since: 'since' }],
        aut_2: [{ authority_id: 'aut_2', invalid_since: 'other' }],
      },
    }),
  ) as EvidenceView;
  const reasons = [{ sequence: 2, reason: 'Lost', salt: '' }];
  expect(knownIn(view, reasons, [2])).toMatchObject({
    changedAt: 'second',
    reason: 'Lost',
    authority: { id: 'aut_1', compromisedSince: 'since' },
  });
  expect(knownIn(view, reasons, [1]).reason).toBeNull();
});
