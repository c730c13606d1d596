import { describe, expect, it } from '@jest/globals';
import { CHECKS, type Report } from '@service/evidence';
import { readView, type EvidenceView } from '../verifying/evidence-view.js';
import type { LinkTerms } from './opening.js';
import { saidOfAnswer, saidOfBundle, saidOfDocument } from './words.js';

const element = (sequence: number, content_digest: string) => ({
  sequence,
  content_digest,
  record_id: 'rec_1',
  type: sequence === 1 ? 'service.record.registered' : 'service.record.amended',
  occurred_at: `2026-03-0${sequence}T12:00:00.000Z`,
  issuer: 'City \u202eRegistry',
  origin: 'https://registry.example/1',
  external_id: 'deed-42',
});
const view = readView(
  JSON.stringify({ format: 'bundle/v1', record: [element(1, 'sha256:old'), element(2, 'sha256:new')] }),
) as EvidenceView;
const reportOf = (good: boolean | null, outcome: 'passed' | 'failed' = 'passed'): Report => ({
  ok: good !== null,
  good,
  checks: CHECKS.map((check) => ({ check, outcome })),
  undecided: [],
  newest: false,
  witnesses: { cosigned: 0, pinned: 0 },
  summary: '',
});
const link = (...shows: string[]): LinkTerms => ({
  record_id: 'rec_1',
  shows,
  proof: 'history',
  expires_at: null,
});

describe('what the page of a link says', () => {
  it('shows what its creator decided, and no text that imitates another', () => {
    const { good, verdict, by, facts } = saidOfBundle(view, reportOf(true), link('issuer', 'dates'));
    expect([good, verdict]).toEqual([true, 'Valid.']);
    expect(by).toBe('Issued by City ⟨U+202E⟩Registry on 1 March 2026.');
    expect(facts).toEqual([
      ['Last change', '2 March 2026'],
      ['Record', 'rec_1'],
    ]);
    expect(saidOfBundle(view, reportOf(true), link('versions')).facts).toEqual([
      ['Version 1', 'registered on 1 March 2026'],
      ['Version 2', 'amended on 2 March 2026'],
      ['Record', 'rec_1'],
    ]);
  });

  it('says nothing of a record where the evidence does not bear it out', () => {
    for (const evidence of [view, null]) {
      const said = saidOfBundle(evidence, reportOf(null, 'failed'), link('issuer', 'dates', 'external_id'));
      expect(said).toMatchObject({ good: false, by: null, facts: [] });
      expect(said.verdict).toMatch(/^Not verified/);
    }
  });

  it('calls a signed answer alone the service’s word, and an unsigned one nothing', () => {
    const answer = JSON.stringify({
      evidence: { verdict: { result: 'passed', reasons: [], warnings: [] }, authority: { issuer: 'City' } },
    });
    const said = saidOfAnswer(answer, reportOf(null), link('issuer'));
    expect(said).toMatchObject({ good: true, verdict: 'Valid, says the service.', by: 'Issued by City.' });
    expect(said.checked).toContain('was not checked');
    expect(saidOfAnswer(answer, reportOf(null, 'failed'), link('issuer'))).toMatchObject({
      good: false,
      by: null,
    });
    expect(saidOfAnswer('{}', reportOf(null), link('issuer'))).toMatchObject({ good: false });
  });

  it.each([
    ['sha256:new', true, /^This is the document\.$/],
    ['sha256:old', false, /not the document any more/],
    ['sha256:other', false, /^This is not the document\.$/],
  ])('compares %s with the newest version', (digest, is, says) => {
    const said = saidOfDocument(digest, view);
    expect(said.is).toBe(is);
    expect(said.says).toMatch(says);
  });
});
