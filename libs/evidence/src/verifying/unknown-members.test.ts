import { describe, expect, it } from '@jest/globals';
import type { JsonValue } from '../json/index.js';
import { Editable } from '../testing/editable.js';
import { SampleService, type Unusual } from '../testing/sample-service.js';
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

  it('is not one of an envelope as it is today', () => {
    expect(membersOf(judge(() => undefined))).toEqual({ check: 'answer.members', outcome: 'passed' });
  });

  it('is covered by the signature like every other', () => {
    const bundle = new Editable(service.bundle('rec_1'));
    bundle.set('answer.body.hint', 1);
    expect(firstFailure(verifyBundle(JSON.stringify(bundle.value), trust))?.check).toBe('answer.signature');
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
    const hidden = judge((body) => body.remove('evidence.state'));
    expect(firstFailure(hidden)?.check).toBe('answer.request');
  });
});

describe('an unknown member elsewhere', () => {
  const element = 'evidence.provenance.chain.1';

  it.each([
    ['an element in the envelope', 'answer.provenance', `${element}.note`],
    ['the signature of an element in the envelope', 'answer.form', `${element}.signature.note`],
    ['a receipt in the envelope', 'answer.form', 'evidence.provenance.receipt.note'],
  ])('is refused although it is signed: in %s', (_, check, place) => {
    expect(firstFailure(judge((body) => body.set(place, 1)))?.check).toBe(check);
  });

  it.each([
    ['a bundle', 'bundle.form', 'note'],
    ['an answer', 'bundle.form', 'answer.note'],
    ['a request', 'bundle.form', 'answer.request.note'],
    ['a proof of consistency', 'bundle.form', 'consistency.note'],
    ['the signature of an element', 'bundle.form', 'record.0.signature.note'],
    ['an element', 'record.form', 'record.1.note'],
  ])('is refused: in %s', (_, check, place) => {
    const bundle = new Editable(service.bundle('rec_1'));
    bundle.set(place, 1);
    const element = /^record\.\d/.exec(place)?.[0];
    if (check === 'record.form' && element !== undefined) bundle.rehash(element, {});
    expect(firstFailure(verifyBundle(JSON.stringify(bundle.value), trust))?.check).toBe(check);
  });
});

describe('the answer to a batch', () => {
  function batch(
    change: (body: { data: JsonValue[] }) => { [name: string]: JsonValue },
    more: { [name: string]: JsonValue } = {},
  ): Report {
    const data = ['rec_1', 'rec_2'].map((id) => service.answer(id).body as JsonValue);
    const request = { records: [{ record_id: 'rec_1' }, { record_id: 'rec_2' }], ...more };
    const answer = service.answer('rec_1', {
      body: () => change({ data }),
      request: { path: '/v1/records/verify/batch', body: request },
    });
    const headers = {
      'service-request-id': answer.request_id,
      'service-evidence-as-of': answer.as_of,
      'service-evidence-signature': answer.signature,
      'service-evidence-path': answer.path,
    };
    return verifySignedAnswer({ body: JSON.stringify(answer.body), headers, request }, trust);
  }

  it('may have unknown members, which are reported with their places', () => {
    const report = batch(({ data: [first, second] }) => ({
      data: [first as JsonValue, { ...(second as object), hint: 1 }],
      total: 2,
    }));
    expect(firstFailure(report)).toBeNull();
    expect(membersOf(report)?.about).toBe('body.total, body.data[1].hint');
  });

  it('is refused where its request asks for something more', () => {
    expect(firstFailure(batch((body) => body, { force: true }))?.check).toBe('answer.request');
  });

  it('hides no envelope behind an error', () => {
    const lie = (first: JsonValue | undefined): JsonValue => {
      const edited = new Editable(first as object);
      edited.set('record.version', 7);
      return { ...(edited.value as { [name: string]: JsonValue }), error: { code: 'record.not_found' } };
    };
    const report = batch(({ data: [first, second] }) => ({ data: [lie(first), second as JsonValue] }));
    expect(firstFailure(report)?.check).toBe('answer.record');
  });
});
