import { describe, expect, it } from '@jest/globals';
import { CHECKS, type CheckName, type Report } from '@service/evidence';
import { readView, type EvidenceView } from '../verifying/evidence-view.js';
import type { PinDecision } from '../verifying/pin.js';
import { saidOfAnswer, saidOfBundle, saidOfDocument, type Findings } from './words.js';

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
const AT = '2026-03-03T12:00:00.000Z';
const body = {
  record: { id: 'rec_1' },
  verified_at: AT,
  evidence: { verdict: { result: 'passed', reasons: [], warnings: [] }, authority: { issuer: 'City' } },
};
const view = readView(
  JSON.stringify({
    format: 'bundle/v1',
    record: [element(1, 'sha256:old'), element(2, 'sha256:new')],
    answer: { body },
  }),
) as EvidenceView;
const reportOf = (good: boolean | null, failed: readonly CheckName[] = []): Report => ({
  ok: failed.length === 0,
  good,
  checks: CHECKS.map((check) => ({ check, outcome: failed.includes(check) ? 'failed' : 'passed' })),
  undecided: [],
  newest: false,
  witnesses: { cosigned: 0, pinned: 0 },
  summary: '',
});
const same = { kind: 'same' } as PinDecision;
const found = (report: Report, others: Partial<Findings> = {}): Findings => ({
  report,
  decision: same,
  now: Date.parse(AT),
  ...others,
});
const shows = (...names: string[]) => ({ recordId: 'rec_1', shows: names });
const NOTHING = { good: false, by: { issuer: null, since: null }, facts: [], asOf: null };

describe('what the page of a link says', () => {
  it('shows what its creator decided, and no text that imitates another', () => {
    const passed = found(reportOf(true));
    const said = saidOfBundle(view, passed, shows('issuer', 'dates', 'external_id'));
    expect(said).toMatchObject({
      good: true,
      verdict: 'Valid.',
      asOf: AT,
      by: { issuer: 'City ⟨U+202E⟩Registry', since: '1 March 2026' },
    });
    expect(said.facts).toEqual([
      ['Last change', '2 March 2026'],
      ['External id', 'deed-42'],
      ['Record', 'rec_1'],
    ]);
    expect(saidOfBundle(view, passed, shows('versions')).facts).toEqual([
      ['Version 1', 'registered on 1 March 2026'],
      ['Version 2', 'amended on 2 March 2026'],
      ['Record', 'rec_1'],
    ]);
    const long = { ...view, record: view.record.map((each) => ({ ...each, issuer: 'x'.repeat(300) })) };
    expect(saidOfBundle(long, passed, shows('issuer')).by.issuer).toBe(`${'x'.repeat(100)}…`);
  });

  it('says nothing of a record where the evidence does not bear it out', () => {
    for (const evidence of [view, null]) {
      const failed = found(reportOf(null, ['record.digests']));
      const said = saidOfBundle(evidence, failed, shows('issuer', 'dates', 'external_id'));
      expect(said).toMatchObject(NOTHING);
      expect(said.verdict).toMatch(/^Not verified: the history/);
    }
  });

  const doubtful: [string, Findings, string, RegExp][] = [
    ['of another record', found(reportOf(true)), 'rec_2', /^Not verified/],
    ['to another nonce', found(reportOf(null, ['answer.nonce'])), 'rec_1', /answers another request/],
    ['to another request', found(reportOf(true, ['answer.request'])), 'rec_1', /answers another request/],
    [
      'of long ago',
      found(reportOf(true), { now: Date.parse(AT) + 300_001 }),
      'rec_1',
      /the clock of this device/,
    ],
    ['from the future', found(reportOf(null, ['freshness.answer'])), 'rec_1', /the clock of this device/],
    [
      'after the keys changed',
      found(reportOf(true), {
        decision: { kind: 'changed', changes: ['a key is new'], onlyAdds: false, namesKey: false } as never,
      }),
      'rec_1',
      /keys are not those/,
    ],
  ];
  it.each(doubtful)('believes no answer %s, in either proof', (_, findings, recordId, verdict) => {
    const wanted = { recordId, shows: ['issuer'] };
    for (const said of [
      saidOfBundle(view, findings, wanted),
      saidOfAnswer(JSON.stringify(body), findings, wanted),
    ]) {
      expect(said).toMatchObject(NOTHING);
      expect(said.verdict).toMatch(verdict);
    }
  });

  it('believes what the pinned keys prove while the service names others beside them, and says so', () => {
    const decision = { kind: 'changed', changes: ['a key is new'], onlyAdds: true } as never;
    const said = saidOfBundle(view, found(reportOf(true), { decision }), shows('issuer'));
    expect(said.good).toBe(true);
    expect(said.checked).toMatch(/keys that this browser has not seen before; nothing here rests on them\.$/);
    // The key of an answer alone is whichever the service names.
    expect(
      saidOfAnswer(JSON.stringify(body), found(reportOf(null), { decision }), shows('issuer')),
    ).toMatchObject(NOTHING);
  });

  it('believes no answer alone beside new keys, and advises to give up no pin that still holds', () => {
    const answer = JSON.stringify(body);
    const adding = { kind: 'changed', changes: ['a key is new'], onlyAdds: true, namesKey: true } as never;
    const said = saidOfAnswer(answer, found(reportOf(true), { decision: adding }), shows('issuer'));
    expect(said).toMatchObject(NOTHING);
    expect(said.verdict).toMatch(/keys are not those/);
    expect(said.checked).not.toContain('delete');
    const broken = found(reportOf(null, ['record.digests']), { decision: adding });
    expect(saidOfBundle(view, broken, shows()).verdict).toMatch(/^Not verified: the history/);
    const unwatched = { kind: 'changed', changes: ['no witness'], onlyAdds: false, namesKey: true } as never;
    const lost = saidOfBundle(view, found(reportOf(true), { decision: unwatched }), shows());
    expect(lost).toMatchObject(NOTHING);
    expect(lost.checked).not.toContain('delete');
  });

  it('calls a signed answer alone the service’s word, which is not green, and an unsigned one nothing', () => {
    const answer = JSON.stringify(body);
    const said = saidOfAnswer(answer, found(reportOf(null)), shows('issuer'));
    expect(said).toMatchObject({
      good: null,
      verdict: 'Valid, says the service, unchecked.',
      groups: [],
      asOf: AT,
    });
    expect(said.by).toEqual({ issuer: 'City', since: null });
    expect(said.checked).toContain('was not checked');
    const verdict = { result: 'failed', reasons: ['record.revoked'], warnings: [] };
    const revoked = JSON.stringify({ ...body, evidence: { ...body.evidence, verdict } });
    expect(saidOfAnswer(revoked, found(reportOf(null)), shows()).verdict).toMatch(
      /^Not valid: revoked, says/,
    );
    const unsigned = found(reportOf(null, ['answer.signature']));
    expect(saidOfAnswer(answer, unsigned, shows('issuer'))).toMatchObject(NOTHING);
    expect(saidOfAnswer('{}', found(reportOf(null)), shows('issuer'))).toMatchObject(NOTHING);
  });

  it.each([
    ['sha256:new', true, /^This is the document\.$/],
    ['sha256:old', false, /not the document any more/],
    ['sha256:other', false, /^This is not the document\.$/],
  ])('compares %s with the newest version', (digest, is, says) => {
    const said = saidOfDocument(digest, view, true);
    expect(said.is).toBe(is);
    expect(said.says).toMatch(says);
  });

  it('does not call the document of a bad record the document', () => {
    expect(saidOfDocument('sha256:new', view, false)).toEqual({
      is: false,
      says: 'This is the document of a record that is not valid.',
    });
  });
});
