import { beforeEach, describe, expect, it } from '@jest/globals';
import { KeyRing } from '@service/evidence';
import type { Pool } from 'pg';
import { RoundAge } from './round-age.js';
import { RoundReports } from './round-reports.js';

const HOUR = 3_600_000;
const keys = KeyRing.generate('2026-01-01T00:00:00.000Z');
let now: number;
let row: { began_at: Date; completed_at: Date; found: string; signature: Buffer } | undefined;
let settled: [number, string[]][];
let lines: string[];

beforeEach(() => {
  now = Date.parse('2026-11-01T00:00:00.000Z');
  row = undefined;
  settled = [];
  lines = [];
});

const findings = {
  settle: (began: number, found: ReadonlySet<string>) => void settled.push([began, [...found]]),
};
/** A round that began a minute ago. */
const round = (...found: string[]) => ({ began: new Date(now - 60_000), found: new Set(found) });

function ageOf(environment: 'development' | 'production' = 'development'): RoundAge {
  const query = async (_: string, values?: [Date, Date, string, Buffer]) => {
    if (values !== undefined) {
      const [began_at, completed_at, found, signature] = values;
      row = { began_at, completed_at, found, signature };
    }
    return { rows: row === undefined ? [] : [row] };
  };
  const logger = {
    error: (_: object, text: string) => void lines.push(text),
    info: (text: string) => void lines.push(text),
  };
  return new RoundAge({
    reports: new RoundReports({ environment, pool: { query } as unknown as Pool, keys }),
    findings,
    logger: logger as never,
    staleAfter: HOUR,
    now: () => now,
  });
}

describe('the age of the last whole round', () => {
  it('raises one alarm when it is too old, and says when a round was completed again', async () => {
    const age = ageOf();
    now += HOUR;
    await age.watch();
    expect(lines).toEqual([]);
    now += 1;
    await age.watch();
    await age.watch();
    expect(lines).toEqual([expect.stringContaining('has not been compared for too long')]);
    expect(age.seconds).toBeCloseTo(3_600, 0);
    await age.completed(round());
    expect(age.seconds).toBe(0);
    await age.watch();
    expect(lines).toHaveLength(2);
  });

  it('counts a round of another gateway', async () => {
    const watching = ageOf();
    now += HOUR;
    await ageOf().completed(round());
    now += HOUR / 2;
    await watching.watch();
    expect([watching.seconds, lines]).toEqual([1_800, []]);
  });

  it('counts the last round before its start, so that a restart hides nothing', async () => {
    await ageOf().completed(round());
    now += 3 * HOUR;
    const restarted = ageOf();
    await restarted.watch();
    expect(restarted.seconds).toBe(10_800);
    expect(lines).toEqual([expect.stringContaining('has not been compared for too long')]);
  });

  it('settles what was found here, once for each round of another process', async () => {
    const watching = ageOf();
    now += HOUR / 2;
    const reported = round('rec_1');
    await ageOf().completed(reported);
    await watching.watch();
    await watching.watch();
    expect(settled).toEqual([[reported.began.getTime(), ['rec_1']]]);
    const names = Array.from({ length: 1_001 }, (_, index) => `rec_${index}`);
    now += HOUR / 2;
    await ageOf().completed(round(...names));
    await watching.watch();
    expect([settled.length, watching.seconds]).toEqual([1, 0]);
  });

  it('settles nothing by a report whose findings were changed', async () => {
    const watching = ageOf();
    now += HOUR / 2;
    await ageOf().completed(round('rec_1'));
    if (row !== undefined) row.found = '[]';
    await watching.watch();
    expect(settled).toEqual([]);
  });

  it.each<[string, () => Promise<void>]>([
    [
      'was written without the key',
      async () => {
        const at = new Date(now);
        row = { began_at: at, completed_at: at, found: '[]', signature: Buffer.alloc(64, 1) };
      },
    ],
    ['was reported in another environment', () => ageOf('production').completed(round())],
    [
      'lies in the time to come',
      async () => {
        now += 2 * HOUR;
        await ageOf().completed(round());
        now -= 2 * HOUR;
      },
    ],
    [
      'has a signature of another time',
      async () => {
        await ageOf().completed(round());
        now += HOUR;
        if (row !== undefined) row.completed_at = new Date(now);
      },
    ],
  ])('does not count a round that %s', async (_, report) => {
    const watching = ageOf();
    await report();
    now = Math.max(now, Date.parse('2026-11-01T00:00:00.000Z')) + HOUR + 1;
    await watching.watch();
    expect(lines).toHaveLength(1);
  });

  it('rises also where the database cannot be read', async () => {
    const pool = { query: () => Promise.reject(new Error('down')) } as unknown as Pool;
    const logger = { error: (_: object, text: string) => void lines.push(text), info: () => undefined };
    const age = new RoundAge({
      reports: new RoundReports({ environment: 'development', pool, keys }),
      findings,
      logger: logger as never,
      staleAfter: HOUR,
      now: () => now,
    });
    now += HOUR + 1;
    await age.watch();
    expect(lines).toHaveLength(1);
  });
});
