import { describe, expect, it } from '@jest/globals';
import { namedElement, isBundle, readView } from './evidence-view.js';

describe('what is shown of evidence', () => {
  it.each([
    '',
    'no JSON',
    'null',
    '[]',
    '{}',
    '{"format":"bundle/v2"}',
    '{"__proto__":{"format":"bundle/v1"}}',
  ])('is nothing of %j, which is no bundle', (text) => expect(readView(text)).toBeNull());

  it.each([
    {},
    { record: null, authorities: [], keys: 7, answer: 'x', checkpoint: {} },
    { record: [null, 1, [], { authority: 'x', signature: [] }], authorities: { a: 'x', b: [null] } },
    {
      answer: {
        body: { evidence: { verdict: { reasons: 'all' }, provenance: { receipt: { log_index: {} } } } },
      },
    },
  ])('is shown without an exception, whatever somebody wrote into it: %j', (members) => {
    const view = readView(JSON.stringify({ format: 'bundle/v1', ...members }));
    expect(view).toMatchObject({ claim: { verdict: null, reasons: [] } });
  });

  it('is what the elements say, and beside it what the service claims', () => {
    const text = JSON.stringify({
      format: 'bundle/v1',
      record: [
        {
          record_id: 'rec_1',
          sequence: 1,
          state: 'active',
          authority: { id: 'aut_1', version: 2 },
          signature: { key_id: 'k', value: 'v' },
        },
      ],
      answer: {
        body: {
          record: { id: 'rec_1', state: 'revoked', version: 3 },
          evidence: {
            state: 'revoked',
            verdict: { result: 'failed', reasons: ['record.revoked'], warnings: [] },
          },
        },
      },
    });
    expect(readView(text)).toMatchObject({
      recordId: 'rec_1',
      record: [{ sequence: 1, state: 'active', keyId: 'k', authority: { id: 'aut_1', version: 2 } }],
      claim: { state: 'revoked', version: 3, verdict: 'failed', reasons: ['record.revoked'] },
    });
  });

  it('names the element that a finding is about', () => {
    expect(namedElement('element 2 of rec_1')).toEqual({ sequence: 2, subjectId: 'rec_1' });
    expect(namedElement('5 elements of 1')).toBeNull();
    expect(namedElement(undefined)).toBeNull();
  });
});

it('a file is a bundle if it begins like one', () => {
  expect(isBundle('{"answer":{},"format":"bundle/v1"}')).toBe(true);
  expect(isBundle('A text about "bundle/v1"')).toBe(false);
  expect(isBundle('{"format":"element/v1"}')).toBe(false);
});
