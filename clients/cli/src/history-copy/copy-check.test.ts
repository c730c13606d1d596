import { describe, expect, it } from '@jest/globals';
import {
  copyOfLane,
  copyOfLine,
  digestText,
  firstLinkOf,
  linkOf,
  linkText,
  sealText,
  type Digest,
  type LaneHead,
} from '@service/evidence';
import { CopyCheck, type CopySummary, type LoggedSeal } from './copy-check.js';
import type { Finding } from './finding.js';

const LOG = 'log.example/development';

/** A history of which each seal covers some new lines of some lanes, as it is sent. */
function sent(...seals: Record<string, number>[]): string[] {
  const heads = new Map<string, LaneHead>();
  let previous: Digest | null = null;
  return seals.flatMap((moved, index) => {
    const number = index + 1;
    const lanes = Object.entries(moved).map(([writer, lines]) => {
      const lane = { project_id: 'prj_a', day: '2026-03-01', writer };
      const after = heads.get(writer) ?? { count: 0, head: linkText(firstLinkOf(lane)) };
      let { count, head } = after;
      const records = Array.from({ length: lines }, () => {
        count += 1;
        const line = JSON.stringify({ sequence: count, request_id: `req_${writer}${count}` });
        head = linkText(linkOf(Buffer.from(head.slice(7), 'hex'), line));
        return copyOfLine(line, lane, head);
      });
      heads.set(writer, { count, head });
      return { records, sealed: { seal: number, ...lane, after, count, head } };
    });
    const text = sealText(
      lanes.map(({ sealed: { seal: _seal, after: _after, ...lane } }) => lane),
      { log: LOG, number, previous, sealed_at: '2026-03-01T12:00:00.000Z' },
    );
    previous = digestText(text);
    return [...lanes.flatMap(({ records, sealed }) => [...records, copyOfLane(sealed)]), text];
  });
}

function checked(files: Record<string, readonly string[]>, logged: LoggedSeal | null = null) {
  const found: Finding[] = [];
  const check = new CopyCheck((finding) => found.push(finding));
  for (const [file, records] of Object.entries(files))
    for (const [index, record] of records.entries()) check.take(record, { file, line: index + 1 });
  const summary: CopySummary = check.finish(logged);
  const named = found.map(({ level, kind, place, text }) => {
    const where = place === null ? '' : ` ${place.file}:${place.line}`;
    return `${level} ${kind}${where} ${text.replaceAll(' of prj_a 2026-03-01', '')}`;
  });
  return { named, summary };
}
const findings = (copy: readonly string[], logged: LoggedSeal | null = null) =>
  checked({ f: copy }, logged).named;
const without = (copy: readonly string[], ...lines: number[]) =>
  copy.filter((_, index) => !lines.includes(index + 1));
const changed = (copy: readonly string[], line: number, from: string | RegExp, to: string) =>
  copy.map((record, index) => (index === line - 1 ? record.replace(from, to) : record));
/** The log that has these seals. */
const logOf =
  (copy: readonly string[]): LoggedSeal =>
  (origin, number) => {
    const text = copy.find(
      (each) => each.includes('history-seal/v1') && each.includes(`"number":${number},`),
    );
    return text === undefined || origin !== LOG ? null : digestText(text);
  };

// Of seal 1 the lines 1 to 3 of a, then its record 4, the lines 5 and 6 of b, 7, and 8 the seal; of seal 2 9 and 10 of a,
// 11 and 12; of seal 3 13 of b, 14 and 15.
const COPY = sent({ a: 3, b: 2 }, { a: 2 }, { b: 1 });

describe('a copy of the history', () => {
  it('is complete as it was sent, up to its newest seal', () => {
    const { named, summary } = checked({ f: COPY }, logOf(COPY));
    expect(named).toEqual([]);
    expect(summary).toEqual({
      lanes: 2,
      lines: 8,
      first_seal: 1,
      newest_seal: 3,
      newest_digest: digestText(COPY[14] ?? ''),
      faults: 0,
    });
  });

  it('is complete in files of any order', () => {
    const [x, y, z] = [COPY.slice(0, 2), COPY.slice(2, 10), COPY.slice(10)];
    for (const files of [
      { z, y, x },
      { y, x, z },
      { z, x, y },
    ])
      expect(checked(files)).toEqual({ named: [], summary: checked({ f: COPY }).summary });
    const backwards = checked({ f: COPY.toReversed() });
    expect(backwards.summary.faults).toBe(0);
    expect(backwards.named.every((each) => each.startsWith('note out_of_order'))).toBe(true);
  });

  it('may repeat what was under way as the sender was killed', () => {
    const { named, summary } = checked({ f: [...COPY.slice(0, 10), ...COPY.slice(8)] });
    expect(summary.faults).toBe(0);
    expect(named).toEqual([
      'note repeated f:11 Line 4 a is there already.',
      'note repeated f:12 Line 5 a is there already.',
    ]);
    expect(findings([...COPY, COPY[0] ?? '', COPY[3] ?? '', COPY[7] ?? ''])).toEqual([
      'note repeated f:16 Line 1 a is there already.',
      'note repeated f:17 What seal 1 covers a is there already.',
      'note repeated f:18 Seal 1 is there already.',
    ]);
  });

  it('shows each line that was taken away', () => {
    const lines = {
      1: 'Line 1 a',
      2: 'Line 2 a',
      3: 'Line 3 a',
      6: 'Line 2 b',
      9: 'Line 4 a',
      13: 'Line 3 b',
    };
    for (const [line, name] of Object.entries(lines)) {
      const [finding, ...others] = findings(without(COPY, Number(line)));
      expect(finding).toMatch(new RegExp(`^fault missing f:\\d+ ${name} before it\\.$`));
      expect(others).toEqual([]);
    }
    expect(findings(without(COPY, 1, 2, 3))).toEqual(['fault missing f:1 Lines 1 to 3 a before it.']);
  });

  it('shows each record of a seal that was taken away', () => {
    expect(findings(without(COPY, 4))).toEqual([
      'fault missing f:7 Seal 1 covers 2 lanes, and the copy has 1 of them.',
      'fault missing f:10 Lines 1 to 3 a before it, or what a seal covers of them.',
    ]);
    expect(findings(without(COPY, 12))).toEqual(['fault missing f:14 Seal 2 before it.']);
    expect(findings(without(COPY, 9, 10, 11, 12))).toEqual(['fault missing f:11 Seal 2 before it.']);
    expect(findings(without(COPY, 9, 10, 11))).toEqual([
      'fault missing f:9 Seal 2 covers 1 lanes, and the copy has 0 of them.',
    ]);
  });

  it('shows each record that was changed', () => {
    for (const line of [1, 2, 3, 5, 9, 10, 13]) {
      const [finding, ...others] = findings(changed(COPY, line, 'req_', 'req_x'));
      expect(finding).toMatch(new RegExp(`^fault changed f:${line} Line \\d [ab]: not as in seal \\d\\.$`));
      expect(others).toEqual([]);
    }
    const link = changed(COPY, 2, /"link":"sha256:..../, '"link":"sha256:0000');
    expect(findings(link)).toEqual(['fault changed f:2 Line 2 a: not as in seal 1.']);
    expect(findings(changed(COPY, 2, '{"', '{ "'))[0]).toBe('fault changed f:2 Line 2 a: not as in seal 1.');
    expect(findings(changed(COPY, 2, ',"day"', ', "day"'))[0]).toBe(
      'fault unreadable f:2 It is no record of a copy of the history.',
    );
    expect(findings(changed(COPY, 12, '12:00:00', '12:00:01'))).toEqual([
      'fault changed f:12 Seal 2 is not the one that seal 3 follows.',
    ]);
    expect(findings(changed(COPY, 12, /"root":"sha256:..../, '"root":"sha256:0000'))).toEqual([
      'fault changed f:12 What the copy holds of seal 2 is not what it sealed.',
      'fault changed f:12 Seal 2 is not the one that seal 3 follows.',
    ]);
    const twice = [...COPY, (COPY[0] ?? '').replace('req_', 'req_x')];
    expect(findings(twice)).toEqual(['fault changed f:16 Line 1 a is there already, and differs.']);
  });

  it.each([
    ['a link before it', /("after":\{"count":3,"head":"sha256:)..../, '$10000'],
    ['lines that it leaves out', '"after":{"count":3', '"after":{"count":4'],
    ['lines that were sealed before', '"after":{"count":3', '"after":{"count":2'],
    ['another seal', '"seal":2', '"seal":3'],
  ])('shows where the record of a lane claims %s', (_, from, to) => {
    const { named, summary } = checked({ f: changed(COPY, 11, from, to) });
    expect(named.some((each) => each.startsWith('fault'))).toBe(true);
    expect(summary.faults).toBeGreaterThan(0);
  });

  it('shows lines that were linked again, since their seal is another', () => {
    const forged = sent({ a: 3, b: 2 }, { a: 1, c: 1 }, { b: 1 });
    const found = findings([...COPY.slice(0, 8), ...forged.slice(8, 12), ...COPY.slice(11)]);
    expect(found.filter((each) => each.startsWith('fault'))).not.toEqual([]);
  });

  it('shows each line that was moved', () => {
    const swapped = COPY.with(1, COPY[2] ?? '').with(2, COPY[1] ?? '');
    expect(findings(swapped)).toEqual(['note out_of_order f:3 Line 2 a stands behind what came after it.']);
    const behind = COPY.with(2, COPY[3] ?? '').with(3, COPY[2] ?? '');
    expect(findings(behind)).toEqual(['note out_of_order f:4 Line 3 a stands behind what came after it.']);
    expect(findings(COPY.with(6, COPY[7] ?? '').with(7, COPY[6] ?? ''))).toEqual([
      'note out_of_order f:8 What seal 1 covers stands behind it.',
    ]);
  });

  it('of a part begins with any seal, which is proven where all of it is there', () => {
    expect(findings(COPY.slice(8))).toEqual([]);
    expect(checked({ f: COPY.slice(8) }).summary).toMatchObject({ lines: 3, first_seal: 2, faults: 0 });
    expect(findings(COPY.slice(9))).toEqual([
      'note unproven f:2 The copy begins within what seal 2 covers a.',
    ]);
    expect(findings(COPY.slice(0, 13))).toEqual([
      'note unproven f:13 1 lines b are behind its last seal in the copy.',
    ]);
  });

  it('is compared with the log: a rewritten one, and one that was cut off', () => {
    const other = sent({ a: 3, b: 1 }, { a: 2 }, { b: 1 });
    expect(findings(other)).toEqual([]);
    expect(findings(other, logOf(COPY))).toEqual([
      'fault unlogged f:7 The log has another seal 1.',
      'fault unlogged f:11 The log has another seal 2.',
      'fault unlogged f:14 The log has another seal 3.',
    ]);
    expect(findings(COPY.slice(0, 12), logOf(COPY))).toEqual([
      'fault missing The log has seals after seal 2, with which the copy ends.',
    ]);
    expect(findings(COPY, logOf(COPY.slice(0, 12)))).toEqual([
      'fault unlogged f:15 Seal 3 is not in the log.',
    ]);
  });

  it('with numbers that no history reaches is refused without waiting for them', () => {
    const forged = changed(COPY, 4, '"count":3', `"count":${Number.MAX_SAFE_INTEGER}`);
    expect(findings(forged).some((each) => each.startsWith('fault'))).toBe(true);
  });
});
