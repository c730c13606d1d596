import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { parseStrictJson, type JsonValue } from '../json/index.js';
import { SAMPLE_NOW } from '../testing/sample-log.js';
import { SampleService } from '../testing/sample-service.js';
import { batch, stored } from '../testing/tamperings-answers.js';
import { honest } from '../testing/sample-tamperings.js';
import { LogEntries } from './log-entries.js';
import type { VerifyOptions } from './options.js';
import { CHECKS, type Finding, type Report } from './report.js';
import { decodeText } from './decode-text.js';
import { parseTrust } from './trust.js';
import { verifyBundle } from './verify-bundle.js';
import { verifySignedAnswer } from './verify-signed-answer.js';

const trust = parseTrust(JSON.stringify(honest.trust));
const text = JSON.stringify(honest.bundle);
const { log } = honest.service;

const everything: VerifyOptions = {
  now: new Date(SAMPLE_NOW * 1000 + 1000),
  maxAgeSeconds: 10,
  request: { record_id: 'rec_1' },
  checkpoint: log.checkpoint(20),
  entries: new LogEntries(log.entries),
};

const byName = (one: Finding, other: Finding) => one.check.localeCompare(other.check);

function withOutcome({ checks }: Report, outcome: string): string[] {
  return checks.filter((each) => each.outcome === outcome).map(({ check }) => check);
}

describe('an unchanged bundle', () => {
  it('passes every check if everything is given', () => {
    const service = SampleService.usual();
    const answer = service.answer('rec_1', { nonce: 'mine' });
    const report = verifyBundle(
      JSON.stringify(service.bundle('rec_1', answer, 2, 5)),
      parseTrust(JSON.stringify(service.trust())),
      {
        ...everything,
        nonce: 'mine',
        checkpoint: service.log.checkpoint(5),
        entries: new LogEntries(service.log.entries),
      },
    );
    const left = report.checks.filter(({ outcome }) => outcome !== 'passed').map(({ check }) => check);
    expect(left).toEqual(['policy.signature', 'policy.version', 'policy.expiry']);
    expect(report.checks.map(({ check }) => check)).toEqual([...CHECKS]);
    expect(report).toMatchObject({ ok: true, newest: true });
  });

  it('tells each result as it is known: those of the report, but what does not apply', () => {
    const told: Finding[] = [];
    const { checks } = verifyBundle(text, trust, { ...everything, onCheck: (finding) => told.push(finding) });
    const named = new Set(told.map(({ check }) => check));
    expect(named.size).toBe(told.length);
    expect(checks.filter(({ check }) => named.has(check)).toSorted(byName)).toEqual(told.toSorted(byName));
    expect(told[0]?.check).toBe('bundle.json');
  });

  it('reports what could not be checked, and is verified nevertheless', () => {
    const report = verifyBundle(text, trust);
    expect(report).toMatchObject({ ok: true, newest: false });
    expect(withOutcome(report, 'not_checked')).toEqual([
      'policy.signature',
      'policy.version',
      'policy.expiry',
      'answer.nonce',
      'as_of.time',
      'log.entries',
      'log.slots',
      'freshness.answer',
      'freshness.witnesses',
      'kept.signature',
      'kept.consistency',
      'earlier.consistency',
      'absence.record',
      'absence.authorities',
      'absence.keys',
    ]);
    for (const { outcome, why } of report.checks) expect(why === undefined).toBe(outcome === 'passed');
  });

  it('without witnesses is not decided about in time', () => {
    const report = verifyBundle(text, parseTrust(JSON.stringify(honest.service.trust(0))));
    expect(report).toMatchObject({ ok: true, newest: false });
    const why: unknown = expect.stringContaining('not decided');
    expect(report.checks).toContainEqual(
      expect.objectContaining({ check: 'as_of.time', outcome: 'not_checked', why }),
    );
  });

  it('with the answer to a batch that shows more records than the bundle proves is not verified', () => {
    const service = SampleService.usual();
    const answer = service.answer('rec_1', batch());
    const report = verifyBundle(JSON.stringify(service.bundle('rec_1', answer)), trust);
    expect(report).toMatchObject({ ok: false, undecided: ['answer.record'] });
    expect(report.checks.find(({ check }) => check === 'answer.record')).toMatchObject({
      outcome: 'not_checked',
      why: 'the answer shows 2 records, and the evidence holds 1',
    });
  });

  it('names the slot of a possible later element', () => {
    const absence = verifyBundle(text, trust).checks.find(({ check }) => check === 'absence.record');
    expect(absence?.about).toMatch(/^slot [0-9a-f]{64} below 14$/);
  });

  it('is verified with a history of which the answer shows only the newest hundred elements', () => {
    const service = SampleService.usual();
    service.record('rec_1', 'aut_1', ...Array.from({ length: 110 }, () => ({})));
    const bundle = service.bundle('rec_1');
    const report = verifyBundle(JSON.stringify(bundle), parseTrust(JSON.stringify(service.trust())));
    expect(report.checks.find(({ check }) => check === 'answer.provenance')).toEqual({
      check: 'answer.provenance',
      outcome: 'passed',
      about: '112 elements, 100 shown',
    });
  });
});

describe('what is asked for', () => {
  it('may be entries, which are missing', () => {
    const { ok, undecided } = verifyBundle(text, trust, { needsEntries: true });
    expect([ok, undecided]).toEqual([false, ['log.entries', 'log.slots']]);
  });

  it('may be witnesses, whom an answer alone does not show', () => {
    expect(verifyBundle(text, trust, { needsWitnesses: true })).toMatchObject({
      ok: true,
      witnesses: { cosigned: 2, pinned: 3 },
    });
    const { body, headers } = stored(honest.bundle.answer);
    const received = { body: JSON.stringify(body), headers };
    expect(verifySignedAnswer(received, trust).ok).toBe(true);
    expect(verifySignedAnswer(received, trust, { needsWitnesses: true })).toMatchObject({
      ok: false,
      undecided: ['checkpoint.witnesses'],
      witnesses: { cosigned: 0, pinned: 3 },
    });
  });
});

/** Its parsed value; null where it is malformed. */
function readable(bytes: Uint8Array): JsonValue | null {
  try {
    return parseStrictJson(decodeText(bytes));
  } catch {
    return null;
  }
}

describe('a single bit', () => {
  const bytes = Buffer.from(text);
  const canonical = JSON.stringify(parseStrictJson(text));

  it('is never changed undetected', () => {
    fc.assert(
      fc.property(fc.nat({ max: bytes.length * 8 - 1 }), (bit) => {
        const changed = Buffer.from(bytes);
        changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
        const value = readable(changed);
        if (value !== null && JSON.stringify(value) === canonical) return;
        expect(verifyBundle(changed, trust).ok).toBe(false);
      }),
      { numRuns: 400 },
    );
  });
});
