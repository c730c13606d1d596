import { beforeEach, describe, expect, it } from '@jest/globals';
import { KeyRing } from '@service/evidence';
import type { Pool } from 'pg';
import type { Part } from './pace/bounds.js';
import { RoundAge } from './round-age.js';
import { RoundReports } from './round-reports.js';

const HOUR = 3_600_000;

interface Row {
  began_at: Date;
  completed_at: Date;
  found: string;
  volume: string;
  work_ms: string;
  signature: Buffer;
}
const keys = KeyRing.generate('2026-01-01T00:00:00.000Z');
let now: number;
/** The row of the part `everything`. */
let row: Row | undefined;
let logSize: number;
let settled: [number, string[]][];
let lines: string[];

beforeEach(() => {
  now = Date.parse('2026-11-01T00:00:00.000Z');
  row = undefined;
  logSize = LOG_SIZE;
  settled = [];
  lines = [];
});

const findings = {
  settle: (began: number, found: ReadonlySet<string>) => void settled.push([began, [...found]]),
};
/** Leaves for which a pass has a bound of an hour, before the first. */
const LOG_SIZE = 28_080;
/** A round that began a minute ago, and cost what is expected. */
const round = (...found: string[]) => {
  return { began: new Date(now - 60_000), found: new Set(found), work: logSize / 2, rows: 0 };
};

function ageOf(
  environment: 'development' | 'production' = 'development',
  part: Part = 'everything',
  loadPercent = 2,
): RoundAge {
  const query = async (_: string, values: unknown[]) => {
    if (values.length > 1) {
      const [, began_at, completed_at, found, volume, work_ms, signature] = values as [
        Part,
        ...[Date, Date, string, string, string, Buffer],
      ];
      row = { began_at, completed_at, found, volume, work_ms, signature };
    }
    return { rows: [{ signature: null, ...row, log_size: String(logSize) }] };
  };
  const logger = {
    error: (_: object, text: string) => void lines.push(text),
    info: (_: object, text: string) => void lines.push(text),
  };
  return new RoundAge({
    part,
    reports: new RoundReports({ environment, pool: { query } as unknown as Pool, keys }),
    findings,
    logger: logger as never,
    loadPercent,
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

  it('may be as great as the volume and the pace make it', async () => {
    const [age, faster] = [ageOf(), ageOf('development', 'everything', 20)];
    logSize = 10 * LOG_SIZE;
    now += 9 * HOUR;
    await age.watch();
    expect(lines).toEqual([]);
    await faster.watch();
    expect(lines).toHaveLength(1);
    expect(age.bound / faster.bound).toBeCloseTo(10, 0);
  });

  it('may be what the last round of another gateway cost', async () => {
    const watching = ageOf();
    now += HOUR / 2;
    const other = ageOf();
    await other.watch();
    await other.completed({ ...round(), work: 2 * LOG_SIZE });
    await watching.watch();
    now += 3 * HOUR;
    await watching.watch();
    expect([lines, Math.floor(watching.bound / HOUR)]).toEqual([[], 3]);
  });

  it('is not that of another part', async () => {
    const watching = ageOf();
    await ageOf('development', 'ends').completed(round());
    now += HOUR + 1;
    await watching.watch();
    expect(lines).toHaveLength(1);
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
        row = {
          began_at: at,
          completed_at: at,
          found: '[]',
          volume: '1',
          work_ms: '1',
          signature: Buffer.alloc(64, 1),
        };
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
      part: 'everything',
      loadPercent: 2,
      now: () => now,
    });
    now += HOUR + 1;
    await age.watch();
    expect(lines).toHaveLength(1);
  });
});
