import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { CONTRADICTIONS } from '../testing/answer-contradictions.js';
import { stored } from '../testing/tamperings-answers.js';
import { ANSWER_RULES, brokenRules, toldBy } from './answer-rules.js';
import { readEnvelope } from './envelope.js';
import { firstFailure, type CheckName } from './report.js';
import { parseTrust } from './trust.js';
import { verifyBundle } from './verify-bundle.js';
import { verifySignedAnswer } from './verify-signed-answer.js';

const published = JSON.parse(
  readFileSync(new URL('../../../../docs/answer-rules.json', import.meta.url), 'utf8'),
) as { rule: string; check: CheckName }[];

it('the rules of the code are those of docs/answer-rules.json, in their order', () => {
  const own = Object.entries(ANSWER_RULES).map(([rule, { check }]) => ({ rule, check }));
  expect(own).toEqual(published.map(({ rule, check }) => ({ rule, check })));
});

it('an answer is there that breaks each rule', () => {
  expect(new Set(CONTRADICTIONS.map(({ rule }) => rule))).toEqual(new Set(Object.keys(ANSWER_RULES)));
});

describe.each(CONTRADICTIONS)('an answer that says $how', ({ rule, make }) => {
  const { service, unusual } = make();
  const answer = service.answer('rec_1', unusual);
  const trust = parseTrust(JSON.stringify(service.trust()));
  const { check } = ANSWER_RULES[rule] as { check: CheckName };
  const now = { now: new Date('2026-11-21T12:00:00.000Z') };

  it(`breaks ${rule}, first of its check`, () => {
    const told = toldBy(readEnvelope(answer.body), answer.request.body);
    expect(brokenRules(check, told)[0]).toBe(rule);
  });

  it('is refused alone', () => {
    const { body, headers, request } = stored(answer);
    const report = verifySignedAnswer({ body: JSON.stringify(body), headers, request }, trust, now);
    expect(report.checks).toContainEqual(expect.objectContaining({ check, outcome: 'failed' }));
    // With all elements beside it, a wrong one is found in the walk over its history.
    if (rule !== 'provenance.elements') {
      expect(firstFailure(report)).toMatchObject({ check, why: expect.stringContaining(rule) });
    }
  });

  it('is refused with the same code in its bundle', () => {
    const { checks } = verifyBundle(JSON.stringify(service.bundle('rec_1', answer)), trust, now);
    const why: unknown = expect.stringContaining(rule);
    expect(checks).toContainEqual(expect.objectContaining({ check, outcome: 'failed', why }));
  });
});
