import { describe, expect, it } from '@jest/globals';
import type { JsonValue } from '../json/index.js';
import { Editable } from '../testing/editable.js';
import { SampleService, type Unusual } from '../testing/sample-service.js';
import { batch, stored } from '../testing/tamperings-answers.js';
import { firstFailure, type Report } from './report.js';
import { parseTrust } from './trust.js';
import { verifyBundle } from './verify-bundle.js';
import { verifySignedAnswer } from './verify-signed-answer.js';

const service = SampleService.usual();
const trust = parseTrust(JSON.stringify(service.trust()));

/** A bundle whose answer's body was edited before it was signed. */
function judge(edit: (body: Editable) => void, unusual: Unusual = {}): Report {
  const body = (told: { [name: string]: JsonValue }) => {
    const edited = new Editable(told);
    edit(edited);
    return edited.value as typeof told;
  };
  const bundle = service.bundle('rec_1', service.answer('rec_1', { ...unusual, body }));
  return verifyBundle(JSON.stringify(bundle), trust);
}

const membersOf = ({ checks }: Report) => checks.find(({ check }) => check === 'answer.members');

describe('a member of the envelope that a verifier does not know', () => {
  it.each([
    ['', 'hint'],
    ['record.', 'kind'],
    ['evidence.', 'opinion'],
    ['evidence.verdict.', 'score'],
    ['evidence.authority.', 'rank'],
    ['evidence.provenance.', 'depth'],
  ])('is reported and not refused: in body.%s', (place, name) => {
    const report = judge((body) => body.set(`${place}${name}`, { result: 'passed' }));
    expect([report.ok, firstFailure(report)]).toEqual([true, null]);
    expect(membersOf(report)).toEqual({
      check: 'answer.members',
      outcome: 'not_checked',
      about: `body.${place}${name}`,
      why: 'signed by the service, and not understood here',
    });
  });

  it('is named with ten others at most', () => {
    const report = judge((body) => {
      for (let number = 0; number < 15; number += 1) body.set(`hint${number}`, number);
    });
    expect(membersOf(report)?.about).toMatch(/^body\.hint0, .*, body\.hint9, 5 more$/);
  });

  it('may be a part of the evidence that was asked for, but then it must be there', () => {
    const asked = { request: { body: { record_id: 'rec_1', evidence_scope: ['state', 'opinion'] } } };
    const only = (...parts: string[]) => {
      return judge((body) => {
        for (const part of ['authority', 'provenance', 'verdict']) body.remove(`evidence.${part}`);
        for (const part of parts) body.set(`evidence.${part}`, {});
      }, asked);
    };
    expect(firstFailure(only('opinion'))).toBeNull();
    expect(firstFailure(only())?.check).toBe('answer.request');
  });
});

it('is reported with its place in the answer to a batch', () => {
  const unusual = batch(([first, refusal, last]) => [
    first as JsonValue,
    refusal as JsonValue,
    { ...(last as object), hint: 1 },
  ]);
  const body = (told: { [name: string]: JsonValue }) => ({ ...unusual.body?.(told), total: 2 });
  const answer = stored(service.answer('rec_1', { ...unusual, body }));
  const sent = { headers: answer.headers, request: answer.request };
  const report = verifySignedAnswer({ ...sent, body: JSON.stringify(answer.body) }, trust);
  expect(firstFailure(report)).toBeNull();
  expect(membersOf(report)?.about).toBe('body.total, body.data[2].hint');
});
