import { describe, expect, it } from '@jest/globals';
import { SampleService } from '../testing/sample-service.js';
import { at, grownBefore, newestOf, revocation } from '../testing/tamperings-times.js';
import { LogEntries } from './log-entries.js';
import type { VerifyOptions } from './options.js';
import { firstFailure, type Report } from './report.js';
import { parseTrust } from './trust.js';
import { verifyBundle } from './verify-bundle.js';

function verifyGrown(service: SampleService, witnesses: number, options: VerifyOptions = {}): Report {
  const answer = service.answer('rec_1');
  service.fill(9);
  const bundle = service.bundle('rec_1', answer, witnesses);
  const entries = new LogEntries(service.log.entries);
  return verifyBundle(JSON.stringify(bundle), parseTrust(JSON.stringify(service.trust())), {
    entries,
    ...options,
  });
}

describe('an honest service', () => {
  const timeOf = ({ checks }: Report) => checks.find(({ check }) => check === 'as_of.time');

  it('passes where one of three witnesses is an hour slow, and two must have cosigned', () => {
    expect(firstFailure(verifyGrown(grownBefore(3600, 0, 0), 3))).toBeNull();
    expect(timeOf(verifyGrown(grownBefore(0, 0, 3600), 3))?.outcome).toBe('passed');
    expect(firstFailure(verifyGrown(grownBefore(3600, 3600, 0), 3))?.check).toBe('as_of.time');
  });

  it('passes where its copy is 5 s old, by clocks that agree', () => {
    expect(firstFailure(verifyGrown(grownBefore(5, 5), 2, { clockSlackSeconds: 0 }))).toBeNull();
    expect(firstFailure(verifyGrown(grownBefore(6, 6), 2, { clockSlackSeconds: 0 }))?.check).toBe(
      'as_of.time',
    );
  });

  it('passes by clocks that differ as much as is allowed', () => {
    expect(firstFailure(verifyGrown(grownBefore(35, 35), 2))).toBeNull();
    expect(firstFailure(verifyGrown(grownBefore(36, 36), 2))?.check).toBe('as_of.time');
  });

  it('is not decided about without witnesses, and does not become the newest by that', () => {
    const service = grownBefore(600, 600);
    const trust = parseTrust(JSON.stringify(service.trust(0)));
    const report = verifyBundle(JSON.stringify(service.bundle('rec_1')), trust);
    expect(timeOf(report)).toMatchObject({
      outcome: 'not_checked',
      why: expect.stringContaining('not decided'),
    });
    expect([report.ok, report.newest]).toEqual([true, false]);
  });

  it('may have clocks that are 10 s apart, and no more, as long as the log has a record before its authority’s next element', () => {
    const failureAfter = (seconds: string) => {
      const service = SampleService.usual();
      const authority = newestOf(service, 'aut_1');
      const change = { type: 'service.authority.scope_changed' as const, scope: ['sea'] };
      service.record('rec_1', 'aut_1', { authority, occurred_at: `2026-11-21T06:00:${seconds}Z` });
      service.authority('aut_1', { ...change, occurred_at: at('06:00:00') });
      const trust = parseTrust(JSON.stringify(service.trust()));
      return firstFailure(verifyBundle(JSON.stringify(service.bundle('rec_1')), trust))?.check;
    };
    expect(failureAfter('10.000')).toBeUndefined();
    expect(failureAfter('10.001')).toBe('record.authority_current');
  });

  it('may have a key whose end leaves its earlier signatures good', () => {
    const service = SampleService.usual();
    service.keyElement(service.provenance, { ...revocation, occurred_at: at('06:00:00') });
    const trust = parseTrust(JSON.stringify(service.trust()));
    expect(firstFailure(verifyBundle(JSON.stringify(service.bundle('rec_1')), trust))).toBeNull();
  });
});
