import { describe, expect, it } from '@jest/globals';
import { differenceInLog, differenceOf, nameOf } from './difference.js';
import { KnownFindings } from './known-findings.js';

const inRecord = differenceOf('rec_1', 'event', 'event 1 is missing from its stream');

describe('findings in memory', () => {
  it('are new once, until a whole round has not found them again', () => {
    const findings = new KnownFindings();
    expect([findings.note([inRecord], 1), findings.note([inRecord], 2)]).toEqual([[inRecord], []]);
    findings.forgetBefore(2);
    expect([findings.concern(['rec_1'], null), findings.count().get('event')]).toEqual([true, 1]);
    findings.forgetBefore(3);
    expect([findings.concern(['rec_1'], null), findings.count().get('event')]).toEqual([false, 0]);
    expect(findings.note([inRecord], 3)).toEqual([inRecord]);
  });

  it('concern their subject, and those in the log the records whose leaves they name', () => {
    const findings = new KnownFindings();
    findings.note([inRecord, differenceInLog('tile', 'a hash', { first: 256, below: 512 })], 1);
    expect(findings.concern(['rec_2', 'aut_1'], null)).toBe(false);
    expect(findings.concern(['rec_2', 'rec_1'], 3)).toBe(true);
    expect([255, 256, 511, 512].map((leaf) => findings.concern(['rec_2'], leaf))).toEqual([
      false,
      true,
      true,
      false,
    ]);
    findings.note([differenceInLog('checkpoint', 'a root')], 1);
    expect(findings.concern(['rec_2'], null)).toBe(true);
  });

  it('concern everybody where there are more than memory holds, and each is told', () => {
    const findings = new KnownFindings(1);
    const other = differenceOf('rec_2', 'event', 'x');
    expect(findings.note([inRecord, other], 1)).toEqual([inRecord, other]);
    expect(findings.concern(['rec_3'], null)).toBe(true);
    findings.note([inRecord], 2);
    findings.forgetBefore(2);
    expect(findings.concern(['rec_3'], null)).toBe(false);
  });

  it('are over where a later round of another process has not found them again', () => {
    const findings = new KnownFindings();
    const other = differenceOf('rec_2', 'event', 'x');
    findings.note([inRecord, other], 1, 1_000);
    findings.settle(1_000, new Set());
    expect(findings.all()).toEqual([inRecord, other]);
    findings.settle(1_001, new Set([nameOf(other)]));
    expect(findings.all()).toEqual([other]);
    expect([findings.concern(['rec_1'], null), findings.concern(['rec_2'], null)]).toEqual([false, true]);
  });

  it('go on after the end of a scrub until the scrub of another process must have found them', () => {
    const findings = new KnownFindings();
    findings.note([inRecord], 1);
    findings.endIn(3_600_000);
    expect(findings.concern(['rec_1'], null)).toBe(true);
    findings.endIn(0);
    expect(findings.concern(['rec_1'], null)).toBe(false);
    expect(findings.count().get('event')).toBe(0);
  });
});
