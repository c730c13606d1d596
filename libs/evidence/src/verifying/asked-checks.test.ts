import { describe, expect, it } from '@jest/globals';
import { LogEntries } from './log-entries.js';
import type { VerifyOptions } from './options.js';
import { firstFailure, type Report } from './report.js';
import { SAMPLE_NOW } from '../testing/sample-log.js';
import { SampleService } from '../testing/sample-service.js';
import { forkOf } from '../testing/sample-tamperings.js';
import { parseTrust } from './trust.js';
import { verifyBundle } from './verify-bundle.js';
import { verifySignedAnswer } from './verify-signed-answer.js';

const service = SampleService.usual();
const now = new Date(SAMPLE_NOW * 1000);
const answer = service.answer('rec_1');
service.fill(9);

function verify(options: VerifyOptions, from?: number, quorum = 2): Report {
  const bundle = JSON.stringify(service.bundle('rec_1', answer, 2, from));
  return verifyBundle(bundle, parseTrust(JSON.stringify(service.trust(quorum))), options);
}

const verdictOf = (report: Report) => [report.ok, firstFailure(report)?.check, firstFailure(report)?.outcome];

describe('a checkpoint that was kept from before', () => {
  const kept = service.log.checkpoint(10);
  const forked = forkOf(service, 3).checkpoint(10);

  it('is not passed over where nothing leads from it to the bundle: the fork of the review', () => {
    for (const checkpoint of [kept, forked]) {
      const report = verify({ checkpoint });
      expect(verdictOf(report)).toEqual([false, 'kept.consistency', 'not_checked']);
      expect(report.undecided).toEqual(['kept.consistency']);
    }
  });

  it('is proven by a bundle that was read from its size, and a fork refuted', () => {
    expect(verdictOf(verify({ checkpoint: kept }, 10))).toEqual([true, undefined, undefined]);
    expect(verdictOf(verify({ checkpoint: forked }, 10))).toEqual([false, 'kept.consistency', 'failed']);
  });

  it('is not proven by a proof from another size, nor by one that was cut or leads elsewhere', () => {
    expect(verdictOf(verify({ checkpoint: kept }, 9))).toEqual([false, 'kept.consistency', 'not_checked']);
    const bundle = service.bundle('rec_1', answer, 2, 10);
    const { earlier = { from: 0, to: 0, proof: [] } } = bundle;
    for (const other of [{ proof: earlier.proof.slice(1) }, { to: earlier.to - 1 }]) {
      const text = JSON.stringify({ ...bundle, earlier: { ...earlier, ...other } });
      const report = verifyBundle(text, parseTrust(JSON.stringify(service.trust())), { checkpoint: kept });
      expect(verdictOf(report)).toEqual([false, 'kept.consistency', 'failed']);
    }
  });

  it('is proven by the entries, also where it is the newer one', () => {
    const entries = new LogEntries(service.log.entries);
    expect(verdictOf(verify({ checkpoint: kept, entries }))).toEqual([true, undefined, undefined]);
    expect(verdictOf(verify({ checkpoint: forked, entries }))).toEqual([false, 'kept.consistency', 'failed']);
  });
});

describe('what is asked for', () => {
  it('is an age, which only witnesses prove', () => {
    const asked = { maxAgeSeconds: 60, now, entries: new LogEntries(service.log.entries) };
    expect(verify(asked).ok).toBe(true);
    const alone = verify(asked, undefined, 0);
    expect(verdictOf(alone)).toEqual([false, 'as_of.time', 'not_checked']);
    expect(alone.undecided).toEqual(['as_of.time', 'freshness.witnesses']);
  });

  it('is an age, which a cosigned tree with entries that nobody knows does not prove', () => {
    const asked = { maxAgeSeconds: 60, now };
    expect(verdictOf(verify(asked))).toEqual([false, 'as_of.time', 'not_checked']);
    // The entries stop before the end of the cosigned tree.
    const entries = new LogEntries(service.log.entries.slice(0, 20));
    expect(verify({ ...asked, entries }).undecided).toContain('as_of.time');
    // The reader's own checkpoint is of the answer's position, but of a tree that nobody cosigned.
    expect(verify({ ...asked, checkpoint: service.log.checkpoint(14) }).undecided).toContain('as_of.time');
    const cosigned = service.log.checkpoint(14, service.log.witnesses);
    expect(verdictOf(verify({ ...asked, checkpoint: cosigned }))).toEqual([true, undefined, undefined]);
  });

  it('is that nothing is newer, which only the entries prove', () => {
    expect(verdictOf(verify({ needsNewest: true }))).toEqual([false, 'absence.record', 'not_checked']);
    const report = verify({ needsNewest: true, entries: new LogEntries(service.log.entries) });
    expect([report.ok, report.newest]).toEqual([true, true]);
    expect(verify({}).newest).toBe(false);
  });

  it('are entries that are missing', () => {
    expect(verdictOf(verify({ needsEntries: true }))).toEqual([false, 'log.entries', 'not_checked']);
  });

  it('are witnesses, whom an answer alone does not show', () => {
    expect(verify({ needsWitnesses: true })).toMatchObject({
      ok: true,
      witnesses: { cosigned: 2, pinned: 3 },
    });
    const { body, as_of, signature, path, request_id } = answer;
    const headers = {
      'service-request-id': request_id,
      'service-evidence-as-of': as_of,
      'service-evidence-signature': signature,
      'service-evidence-path': path,
    };
    const trust = parseTrust(JSON.stringify(service.trust()));
    const received = { body: JSON.stringify(body), headers };
    expect(verifySignedAnswer(received, trust).ok).toBe(true);
    const report = verifySignedAnswer(received, trust, { needsWitnesses: true });
    expect(verdictOf(report)).toEqual([false, 'checkpoint.witnesses', 'not_checked']);
    expect(report.witnesses).toEqual({ cosigned: 0, pinned: 3 });
  });
});

describe('a quorum', () => {
  const parse = (quorum: number, more: object = {}) =>
    parseTrust(JSON.stringify({ ...service.trust(), quorum, ...more }));

  it('of half of the witnesses, or fewer, is refused unless it is said to be weak', () => {
    expect(() => parse(1)).toThrow(/two readers two histories/);
    expect(parse(1, { weak_quorum: true }).quorum).toMatchObject({ threshold: 1 });
    expect(parse(2).quorum).toMatchObject({ threshold: 2 });
    const two = { witnesses: service.log.witnessVkeys.slice(0, 2) };
    expect(() => parse(1, two)).toThrow(/two readers two histories/);
    expect(parse(2, two).quorum).toMatchObject({ threshold: 2 });
  });
});
