import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { RecordVerification } from '../client.js';
import { ConnectionError, ServiceError } from './faults.js';
import { fullJitter, pauseAfter, RetryBudget } from './retries.js';

const rules = JSON.parse(readFileSync('clients/retries.json', 'utf8')) as {
  max_retries: number;
  pauses: number[];
  budget: { retries: number; regained_by_an_answer: number };
  cases: { status?: number; code?: string; headers?: { [name: string]: string }; after: number | null }[];
};
const refusal = (status: number, code = 'service.unavailable', headers = {}): ServiceError =>
  new ServiceError({ status, headers: new Headers(headers), error: { code: code as never } });

afterEach(() => void jest.restoreAllMocks());

describe('a retry', () => {
  it.each(rules.cases)('comes when the rules say: %j', ({ status, code, headers, after }) => {
    const error = status === undefined ? new ConnectionError('network', '') : refusal(status, code, headers);
    const wait = pauseAfter(error, 1, () => 7);
    expect(wait).toBe(after === null ? null : after * 1_000 + 7);
  });

  it.each([0, 0.5, 1])('comes after any part of the longest pause (%d)', (part) => {
    jest.spyOn(Math, 'random').mockReturnValue(part);
    const pauses = rules.pauses.map((_, index) => fullJitter(index + 1) / 1_000);
    expect(pauses).toEqual(rules.pauses.map((longest) => longest * part));
  });

  it('is one of few that all requests share, and that answers give back', () => {
    const budget = new RetryBudget();
    const left = (): number => [...Array(100).keys()].filter(() => budget.allows(refusal(503))).length;
    expect([left(), budget.allows(refusal(429, undefined, { 'retry-after': '0' }))]).toEqual([
      rules.budget.retries,
      true,
    ]);
    expect(budget.allows(refusal(429))).toBe(false);
    for (let answers = 0; answers < 12; answers += 1) budget.regain();
    expect(left()).toBe(12 * rules.budget.regained_by_an_answer);
    for (let answers = 0; answers < 1_000; answers += 1) budget.regain();
    expect(left()).toBe(rules.budget.retries);
  });

  it.each([
    [503, rules.budget.retries],
    [429, 100 * rules.max_retries],
  ])('of a hundred requests at a time that are answered %d is one of %d', async (status, retries) => {
    const send = jest.fn(() =>
      Promise.resolve(new Response(null, { status, headers: { 'retry-after': '0' } })),
    );
    const client = new RecordVerification({ baseUrl: 'http://127.0.0.1', backoff: () => 0, fetch: send });
    await Promise.allSettled(Array.from({ length: 100 }, () => client.records.read('rec_1')));
    expect(send).toHaveBeenCalledTimes(100 + retries);
  });
});
