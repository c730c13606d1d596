import { describe, expect, it } from '@jest/globals';
import { verdictLabel, verdictSentence, type KnownRecord, type SaidVerdict } from './verdict-words.js';

const known: KnownRecord = {
  changedAt: '2026-03-03T12:00:00.000Z',
  reason: 'Lost',
  expiresAt: '2026-05-05T12:00:00.000Z',
  authority: {
    id: 'aut_1',
    issuer: 'City',
    compromisedSince: '2026-02-02T12:00:00.000Z',
    endedAt: '2026-04-04T12:00:00.000Z',
  },
};
const failed = (...reasons: string[]): SaidVerdict => ({ result: 'failed', reasons, warnings: [] });
const passed = (...warnings: string[]): SaidVerdict => ({ result: 'passed', reasons: [], warnings });

describe('a verdict in words', () => {
  it.each([
    [passed(), 'Valid', /^Valid$/, null],
    [
      passed('authority.not_valid_now', 'new'),
      'Valid',
      /^Valid, though its authority{authority} stopped being active on .*\b4\b/,
      null,
    ],
    [
      failed('record.revoked'),
      'Not valid: revoked',
      /^Not valid: revoked{by} on 3 March 2026 at 12:00 UTC$/,
      'Lost',
    ],
    [failed('record.expired'), 'Not valid: expired', /^Not valid: expired on .*\b5\b/, null],
    [
      failed('record.revoked', 'authority.compromised'),
      'Not valid: revoked',
      /^Not valid: its authority{authority} was compromised on .*\b2\b.*; revoked{by} on .*\b3\b/,
      'Lost',
    ],
    [
      failed('authority.not_valid_at_event'),
      'Not valid: authority not active',
      /^Not valid: its authority{authority} was not active when the record last changed on .*\b3\b/,
      null,
    ],
    [failed(), 'Not valid', /^Not valid$/, null],
    [
      failed('toString'),
      'Not valid: for a reason that this page does not know',
      /^Not valid: for a reason that this page does not know$/,
      null,
    ],
  ])(
    'is one sentence, with its moment and the reason that was given: %j',
    (verdict, label, says, because) => {
      expect(verdictLabel(verdict)).toBe(label);
      expect(verdictSentence(verdict, known, 'utc')).toEqual({ says: expect.stringMatching(says), because });
    },
  );

  it('names no moment that is not known', () => {
    const { says } = verdictSentence(failed('record.revoked'), { changedAt: 'yesterday' }, 'utc');
    expect(says).toBe('Not valid: revoked{by}');
  });
});
