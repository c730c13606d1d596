import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { decideOutcome } from './decide-outcome.js';
import type { AttemptResult } from './delivery-attempt.js';
import { parseRetryAfter } from './retry-after.js';
import { ATTEMPTS_AT_MOST } from './retry-schedule.js';

const NOW = new Date('2026-11-22T12:00:00Z');
const [MIN, HOUR] = [60_000, 3_600_000];
const SCHEDULE = [5_000, 5 * MIN, 30 * MIN, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR, 20 * HOUR, 24 * HOUR];
const answered = (status: number | null, more: Partial<AttemptResult> = {}): AttemptResult => ({
  status,
  error: null,
  retry_after_ms: null,
  latency_ms: 1,
  answer: null,
  ...more,
});
const decide = (result: AttemptResult, attempt: number | null = 1, random = () => 0.5) =>
  decideOutcome(result, attempt, NOW, random);
const inMs = (milliseconds: number) => new Date(NOW.getTime() + milliseconds);

describe('an attempt', () => {
  it.each([200, 201, 202, 204, 206, 299])('answered by %d is acknowledged', (status) =>
    expect(decide(answered(status))).toEqual({ kind: 'acknowledged', hold_endpoint_until: null }),
  );

  it('answered by 2xx is acknowledged if the answer is too long, and not if it is incomplete', () => {
    expect(decide(answered(200, { error: 'answer_too_large' })).kind).toBe('acknowledged');
    for (const error of ['timeout', 'closed_early', 'answer_malformed'] as const) {
      expect(decide(answered(200, { error })).kind).toBe('retry');
    }
  });

  it.each([301, 304, 307, 400, 401, 404, 409, 422, 500, 501])('answered by %d is retried', (status) =>
    expect(decide(answered(status))).toEqual({ kind: 'retry', at: inMs(5_000), hold_endpoint_until: null }),
  );

  it('answered by 410 is the last, even with Retry-After', () => {
    const outcome = { kind: 'gone', hold_endpoint_until: null };
    expect(decide(answered(410, { retry_after_ms: 1_000 }), 10)).toEqual(outcome);
  });

  it('that failed is retried by the schedule, with ten attempts at most', () => {
    const delays = Array.from({ length: ATTEMPTS_AT_MOST }, (_, index) => {
      const outcome = decide(answered(null, { error: 'timeout' }), index + 1);
      return outcome.kind === 'retry' ? Number(outcome.at) - NOW.getTime() : outcome.kind;
    });
    expect(delays).toEqual([...SCHEDULE, 'exhausted']);
  });

  it('by request leaves the schedule as it is when it fails, and may still hold the endpoint back', () => {
    expect(decide(answered(500), null)).toEqual({ kind: 'retry', at: null, hold_endpoint_until: null });
    expect(decide(answered(503), null)).toEqual({ kind: 'retry', at: null, hold_endpoint_until: inMs(MIN) });
    expect(decide(answered(200), null).kind).toBe('acknowledged');
    expect(decide(answered(410), null).kind).toBe('gone');
  });

  it('is retried at most a fifth earlier or later', () => {
    const cases = fc.tuple(fc.integer({ min: 1, max: 9 }), fc.double({ min: 0, max: 1, noNaN: true }));
    fc.assert(
      fc.property(cases, ([attempt, random]) => {
        const outcome = decide(answered(500), attempt, () => random);
        const share =
          (outcome.kind === 'retry' ? Number(outcome.at) - NOW.getTime() : 0) / (SCHEDULE[attempt - 1] ?? 0);
        expect(share).toBeCloseTo(0.8 + 0.4 * random, 3);
      }),
    );
  });
});

describe('an endpoint', () => {
  it.each([429, 502, 503, 504])(
    'that answers %d is held back, for at most a minute without Retry-After',
    (status) => {
      const first = decide(answered(status));
      expect(first).toEqual({ kind: 'retry', at: inMs(5_000), hold_endpoint_until: inMs(5_000) });
      for (const attempt of [2, 9, 10]) {
        expect(decide(answered(status), attempt).hold_endpoint_until).toEqual(inMs(MIN));
      }
    },
  );

  it.each([429, 500, 503])('that answers %d with Retry-After is held back for that time', (status) => {
    const asked = answered(status, { retry_after_ms: 3 * HOUR });
    expect(decide(asked)).toEqual({
      kind: 'retry',
      at: inMs(3 * HOUR),
      hold_endpoint_until: inMs(3 * HOUR),
    });
    expect(decide(asked, 10)).toEqual({ kind: 'exhausted', hold_endpoint_until: inMs(3 * HOUR) });
  });

  it('cannot bring its retry forward by Retry-After', () => {
    const outcome = decide(answered(503, { retry_after_ms: 1_000 }), 3);
    expect(outcome).toEqual({ kind: 'retry', at: inMs(30 * MIN), hold_endpoint_until: inMs(1_000) });
  });

  it('that fails in another way is not held back', () => {
    for (const result of [answered(500), answered(null, { error: 'connection_failed' })]) {
      expect(decide(result).hold_endpoint_until).toBeNull();
    }
  });
});

describe('Retry-After', () => {
  it.each([
    ['0', 0],
    ['120', 120_000],
    ['86400', 24 * HOUR],
    ['86401', 24 * HOUR],
    ['999999999999999', 24 * HOUR],
    ['Sun, 22 Nov 2026 12:05:00 GMT', 5 * MIN],
    ['Sunday, 22-Nov-26 12:05:00 GMT', 5 * MIN],
    ['Sun Nov 22 12:05:00 2026', 5 * MIN],
    ['Sun, 22 Nov 2026 11:00:00 GMT', 0],
    ['Sun, 22 Nov 2099 11:00:00 GMT', 24 * HOUR],
    [' 60 \t', 60_000],
    ['9'.repeat(400), 24 * HOUR],
  ])('%s is %d ms', (text, expected) => expect(parseRetryAfter(text, NOW)).toBe(expected));

  it.each([
    undefined,
    '',
    '-1',
    '1.5',
    '1e3',
    '0x10',
    'soon',
    '2026-11-22T12:05:00Z',
    'Sun, 99 Nov 2026 12:00:00 GMT',
    'Wed, 31 Feb 2027 12:00:00 GMT',
    'Tue Feb 29 12:00:00 2027',
    ' ',
  ])('%j is ignored', (text) => expect(parseRetryAfter(text, NOW)).toBeNull());
});
