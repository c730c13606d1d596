import { describe, expect, it } from '@jest/globals';
import { isOfNow, isToQuestion, makeNonce, parseQuestion, refusesFrom } from './question.js';

const [link, secret, record] = [
  'lnk_01M84Q81F2P6Z8X3V5N7B9C1DK',
  `${'A_-'.repeat(14)}A`,
  `rec_${'0'.repeat(26)}`,
];
const key = `${link}_${secret}`;

describe('what a link asks', () => {
  it('is which record, and how much of it must be proven', () => {
    expect(parseQuestion(`#${key}_${record}`)).toEqual({ key, recordId: record, proof: 'history' });
    expect(parseQuestion(`#${key}_${record}_answer`)).toEqual({ key, recordId: record, proof: 'answer' });
    expect(parseQuestion(`#${key}_rec_example`)?.recordId).toBe('rec_example');
  });

  it.each([
    '',
    '#',
    `#${key}`,
    `#${key}_${record.slice(0, -1)}`,
    `#${key}_${record}_history`,
    `#${key}_${record}0`,
  ])('is nothing where its address is %j', (fragment) => expect(parseQuestion(fragment)).toBeNull());

  it('is asked with another nonce each time', () => {
    const nonces = new Set(Array.from({ length: 50 }, makeNonce));
    expect(nonces.size).toBe(50);
    for (const nonce of nonces) expect(nonce).toMatch(/^[0-9a-f]{32}$/);
  });
});

it.each([
  ['2026-03-01T12:00:00.000Z', true],
  ['2026-03-01T11:55:00.000Z', true],
  ['2026-03-01T11:54:59.999Z', false],
  ['2026-03-01T12:05:00.001Z', false],
  ['', false],
])('an answer that was signed at %j is of noon or not: %s', (signed, is) =>
  expect(isOfNow(signed, Date.parse('2026-03-01T12:00:00.000Z'))).toBe(is),
);

it('an answer is to the question if its request and its nonce were checked and passed', () => {
  const report = (request: 'passed' | 'failed', nonce: 'passed' | 'failed' | 'not_checked') => ({
    checks: [
      { check: 'answer.request', outcome: request } as const,
      { check: 'answer.nonce', outcome: nonce } as const,
    ],
  });
  expect(isToQuestion(report('passed', 'passed'))).toBe(true);
  expect(isToQuestion(report('failed', 'passed'))).toBe(false);
  expect(isToQuestion(report('passed', 'failed'))).toBe(false);
  expect(isToQuestion(report('passed', 'not_checked'))).toBe(false);
  expect(isToQuestion({ checks: [] })).toBe(false);
});

it('the size of the log is refused by an error about it alone', () => {
  const error = (code: string, field: string) => ({
    error: { code, details: [{ field, issue: 'is wrong' }] },
  });
  expect(refusesFrom(error('request.invalid', 'from'))).toBe(true);
  expect(refusesFrom(error('request.invalid', 'Service-Nonce'))).toBe(false);
  expect(refusesFrom(error('request.malformed', 'from'))).toBe(false);
  expect(refusesFrom({})).toBe(false);
});
