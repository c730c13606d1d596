import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createViews } from '@service/event-store';
import { digestText } from '@service/evidence';
import { databaseOfFile } from '@service/testing/fixtures';
import fc from 'fast-check';
import { recordsView } from '../records.view.js';
import {
  MOST_CANDIDATES,
  lookUpRecords,
  lookUpSql,
  type LookUpMatch,
  type LookUpRequest,
} from './look-up-records.js';

const NOW = new Date('2026-11-23T12:00:00.000Z');
const digestOf = (content: string) => digestText(content) as string;

/** A record with the contents that it had, the newest last. */
interface Sample {
  project: string;
  authority: string;
  state: string;
  expires: string | null;
  external: string | null;
  contents: string[];
}

const database = databaseOfFile();
beforeAll(async () => {
  await createViews(database.url, [recordsView]);
});
beforeEach(() =>
  database.pool
    .query('TRUNCATE verify_api_records.records, verify_api_records.former_contents')
    .then(() => undefined),
);

const idOf = (index: number) => `rec_${String(index).padStart(5, '0')}`;

/** What `recordsView` keeps of the contents before the newest. */
function formerOf({ project, authority, contents }: Sample, index: number) {
  return [...new Set(contents.slice(0, -1))].map((content) => ({
    record_id: idOf(index),
    content_digest: digestOf(content),
    project_id: project,
    authority_id: authority,
  }));
}

async function store(samples: readonly Sample[]): Promise<void> {
  const records = samples.map(({ project, authority, state, expires, external, contents }, index) => ({
    id: idOf(index),
    project_id: project,
    authority_id: authority,
    issuer: 'i',
    origin: 'o',
    external_id: external,
    content_digest: digestOf(contents.at(-1) ?? ''),
    state,
    version: contents.length,
    digest: 'd',
    expires_at: expires,
    created_at: '2026-01-01T00:00:00.000Z',
    updated_at: '2026-01-01T00:00:00.000Z',
  }));
  for (const [table, rows] of [
    ['records', records],
    ['former_contents', samples.flatMap(formerOf)],
  ] as const) {
    await database.pool.query(
      `INSERT INTO verify_api_records.${table}
       SELECT * FROM json_populate_recordset(NULL::verify_api_records.${table}, $1)`,
      [JSON.stringify(rows)],
    );
  }
}

const lookUp = async (...requests: LookUpRequest[]) =>
  (await lookUpRecords(database.pool, 'prj_1', requests, `'0/0'`, NOW)).matches;
const byContent = (content: string, authorities: string[] | null = null): LookUpRequest => ({
  by: 'content_digest',
  value: digestOf(content),
  authorities,
});

/** The same, looked up in the list. */
function expected(samples: readonly Sample[], { by, value, authorities }: LookUpRequest): LookUpMatch | null {
  const candidates = samples.flatMap((sample, index) => {
    if (sample.project !== 'prj_1') return [];
    if (authorities !== null && !authorities.includes(sample.authority)) return [];
    const current = by === 'external_id' || digestOf(sample.contents.at(-1) ?? '') === value;
    const had =
      by === 'external_id' ? sample.external === value : sample.contents.map(digestOf).includes(value);
    const active =
      sample.state === 'active' && (sample.expires === null || sample.expires > NOW.toISOString());
    return had ? [{ index, current, active, revoked: sample.state === 'revoked' }] : [];
  });
  const rank = ({ current, active, index }: (typeof candidates)[0]) => +current * 1e9 + +active * 1e6 + index;
  const [best] = candidates.toSorted((one, other) => rank(other) - rank(one));
  return best === undefined
    ? null
    : {
        recordId: idOf(best.index),
        current: best.current,
        matches: candidates.length,
        revoked_matches: candidates.filter(({ revoked }) => revoked).length,
      };
}

const one = (...values: string[]) => fc.constantFrom(...values);
const sample = fc.record<Sample>({
  project: one('prj_1', 'prj_1', 'prj_2'),
  authority: one('aut_1', 'aut_2'),
  state: one('active', 'active', 'suspended', 'superseded', 'revoked'),
  expires: fc.constantFrom(null, null, '2026-11-23T12:00:00.000Z', '2026-11-23T12:00:00.001Z'),
  external: fc.constantFrom(null, 'x', 'y'),
  contents: fc.array(one('a', 'b', 'c'), { minLength: 1, maxLength: 3 }),
});
const REQUESTS: LookUpRequest[] = [null, ['aut_1'], ['aut_1', 'aut_2'], []].flatMap((authorities) => [
  ...['a', 'b', 'c', 'd'].map((content) => byContent(content, authorities)),
  ...['x', 'z'].map((value): LookUpRequest => ({ by: 'external_id', value, authorities })),
]);

describe('looking up records', () => {
  it('finds what a search through all records of the project and its authorities finds', async () => {
    await fc.assert(
      fc
        .asyncProperty(fc.array(sample, { maxLength: 6 }), async (samples) => {
          await store(samples);
          expect(await lookUp(...REQUESTS)).toEqual(REQUESTS.map((request) => expected(samples, request)));
        })
        .beforeEach(async () => {
          await database.pool.query(
            'TRUNCATE verify_api_records.records, verify_api_records.former_contents',
          );
        }),
      { numRuns: 60 },
    );
  });

  it('is refused where too many match, and not where these are of another project or authority', async () => {
    const base: Sample = {
      project: 'prj_1',
      authority: 'aut_1',
      state: 'active',
      expires: null,
      external: null,
      contents: ['a'],
    };
    await store([
      ...Array.from({ length: MOST_CANDIDATES + 1 }, () => base),
      { ...base, authority: 'aut_2' },
      ...Array.from({ length: MOST_CANDIDATES }, () => ({ ...base, contents: ['b'] })),
      ...Array.from({ length: MOST_CANDIDATES + 1 }, () => ({ ...base, project: 'prj_2', contents: ['b'] })),
    ]);
    const [all, narrowed, most] = await lookUp(byContent('a'), byContent('a', ['aut_2']), byContent('b'));
    expect(all).toBe('too many');
    expect(narrowed).toMatchObject({ matches: 1 });
    expect(most).toMatchObject({ matches: MOST_CANDIDATES });
  });

  it('reads indexes by project, value and authority, and no whole table', async () => {
    const many = (_: unknown, n: number): Sample => ({
      project: 'prj_1',
      authority: 'aut_1',
      state: 'active',
      expires: null,
      external: `x${n}`,
      contents: [`old ${n}`, `new ${n}`],
    });
    await store(Array.from({ length: 1_000 }, many));
    await database.pool.query('ANALYZE verify_api_records.records, verify_api_records.former_contents');
    const asked = REQUESTS.map((request, n) => ({ n, ...request }));
    const { rows } = await database.pool.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${lookUpSql("'0/0'")}`, [
      'prj_1',
      JSON.stringify(asked),
      NOW.toISOString(),
    ]);
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).toContain('records_by_content');
    expect(plan).toContain('records_by_former_content');
    expect(plan).toContain('records_by_external_id');
    expect(plan).not.toMatch(/Seq Scan on (?:former_contents|records)/);
  });
});
