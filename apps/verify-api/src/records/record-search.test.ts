import { beforeAll, describe, expect, it } from '@jest/globals';
import { createViews } from '@service/event-store';
import type { RecordState } from '@service/evidence';
import { databaseOfFile } from '@service/testing/fixtures';
import fc from 'fast-check';
import type { TimeKey } from '../interface/inputs/cursors.js';
import { readBy, type PlanReads } from '../testing/read-by.js';
import { recordsView } from '../views/records.view.js';
import { RecordSearch, type Query } from './record-search.js';
import { afterPrefix, type RecordFilter } from '../views/records/record-filter.sql.js';

const NOW = '2026-11-23T12:00:00.000Z';
const PAST = '2026-11-23T12:00:00.000Z';
const FUTURE = '2026-11-23T12:00:00.001Z';
const COLUMNS = ['id', 'created_at'];
const MOST = 5;

interface Row {
  id: string;
  project_id: string;
  authority_id: string;
  origin: string;
  external_id: string | null;
  content_digest: string;
  state: RecordState;
  expires_at: string | null;
  created_at: string;
  updated_at: string;
}

const database = databaseOfFile();
beforeAll(async () => {
  await createViews(database.url, [recordsView]);
});

const empty = () => database.pool.query('TRUNCATE verify_api_records.records').then(() => undefined);

async function store(rows: readonly Row[]): Promise<void> {
  await database.pool.query(
    `INSERT INTO verify_api_records.records
     SELECT * FROM json_populate_recordset(NULL::verify_api_records.records, $1)`,
    [JSON.stringify(rows.map((row) => ({ issuer: 'i', version: 1, digest: 'd', ...row })))],
  );
}

const query: Query = async (text, values) =>
  (await database.pool.query<Record<string, unknown>>(text, values)).rows;

/** The ids that all pages show, in their order. */
async function idsOf(filter: RecordFilter, limited: boolean, limit: number): Promise<string[]> {
  const search = new RecordSearch<Row>(query, COLUMNS, MOST);
  const ids: string[] = [];
  for (let after: TimeKey | null = null, pages = 0; pages < 100; pages += 1) {
    const { rows, searchedUntil } = await search.find(filter, { after, limit: limit + 1, now: NOW, limited });
    const shown = rows.slice(0, limit);
    ids.push(...shown.map(({ id }) => id));
    const last = shown.at(-1);
    after = rows.length > limit && last !== undefined ? [last.created_at, last.id] : searchedUntil;
    if (after === null) return ids;
  }
  throw new Error('The list does not end.');
}

function fits(row: Row, filter: RecordFilter): boolean {
  const { authorities, state, external_id, content_digest, origin_prefix = '' } = filter;
  const isDue = (row.state === 'active' || row.state === 'suspended') && (row.expires_at ?? FUTURE) <= NOW;
  return (
    row.project_id === filter.project_id &&
    (authorities === null || authorities.includes(row.authority_id)) &&
    (state === undefined || state.includes(isDue ? 'expired' : row.state)) &&
    (external_id ?? row.external_id) === row.external_id &&
    (content_digest ?? row.content_digest) === row.content_digest &&
    row.origin.startsWith(origin_prefix) &&
    row.created_at >= (filter.from ?? '') &&
    row.created_at < (filter.to ?? '~') &&
    row.updated_at >= (filter.updated_from ?? '') &&
    row.updated_at < (filter.updated_to ?? '~')
  );
}

const moment = fc.integer({ min: 0, max: 5 }).map((second) => `2026-01-01T00:00:0${second}.000Z`);
const LONG = 'ö'.repeat(300);
const origin = fc.constantFrom('a', 'a_b', 'a%', 'aab', 'ä', '\u{10ffff}', '\u{10ffff}x', LONG, `${LONG}x`);
const states: RecordState[] = ['active', 'suspended', 'superseded', 'revoked', 'expired'];
const record = fc.record({
  project_id: fc.constantFrom('prj_1', 'prj_1', 'prj_1', 'prj_2'),
  authority_id: fc.constantFrom('aut_1', 'aut_2', 'aut_3'),
  origin,
  external_id: fc.constantFrom(null, null, 'x'),
  content_digest: fc.constantFrom('c', 'd'),
  state: fc.constantFrom(...states),
  expires_at: fc.constantFrom(null, PAST, FUTURE),
  created_at: moment,
  updated_at: moment,
});
const wanted = fc.record(
  {
    authorities: fc.constantFrom(null, ['aut_1'], ['aut_1', 'aut_2'], []),
    state: fc.subarray(states, { minLength: 1 }),
    external_id: fc.constant('x'),
    content_digest: fc.constant('c'),
    origin_prefix: fc.constantFrom('a', 'a_', 'a%', 'ä', '\u{10ffff}', LONG, `${LONG}x`, 'z'),
    from: moment,
    to: moment,
    updated_from: moment,
    updated_to: moment,
  },
  { requiredKeys: ['authorities'] },
);

describe('a list of records', () => {
  it('has each record that all filters fit once, newest first, whatever its pages read', async () => {
    await fc.assert(
      fc
        .asyncProperty(
          fc.array(record, { maxLength: 30 }),
          fc.array(wanted, { minLength: 4, maxLength: 4 }),
          fc.integer({ min: 1, max: 4 }),
          fc.boolean(),
          async (records, filters, limit, limited) => {
            const rows: Row[] = records.map((each, n) => ({
              ...each,
              id: `rec_${String(n).padStart(3, '0')}`,
            }));
            await store(rows);
            for (const each of filters) {
              const filter: RecordFilter = { project_id: 'prj_1', ...each };
              const expected = rows
                .filter((row) => fits(row, filter))
                .toSorted((a, b) => (`${a.created_at}${a.id}` < `${b.created_at}${b.id}` ? 1 : -1));
              const isLimited = limited && filter.authorities !== null;
              expect(await idsOf(filter, isLimited, limit)).toEqual(expected.map(({ id }) => id));
            }
          },
        )
        .beforeEach(empty),
      { numRuns: 60 },
    );
  });

  it('says of a prefix where the texts end that begin with it', () => {
    expect(['a', 'az\u{10ffff}', '\ud7ff', '\u{10ffff}'].map(afterPrefix)).toEqual([
      'b',
      'a{',
      '\ue000',
      null,
    ]);
  });
});

describe('a page of a large project', () => {
  const RECORDS = 20_000;
  const SEARCHED = 500;
  const at = (n: number) => new Date(Date.parse('2026-01-01T00:00:00Z') + n * 1_000).toISOString();
  const base: RecordFilter = { project_id: 'prj_1', authorities: null };

  beforeAll(async () => {
    await empty();
    await store(
      Array.from({ length: RECORDS }, (_, n) => ({
        id: `rec_${String(n).padStart(6, '0')}`,
        project_id: 'prj_1',
        authority_id: n % 2 === 0 ? 'aut_1' : 'aut_2',
        origin: `https://registry.example/${n % 100}/${n}`,
        external_id: `x${n}`,
        content_digest: n % 1_000 === 0 ? 'rare' : 'usual',
        state: n < 6_000 ? 'revoked' : 'active',
        expires_at: n % 4_000 === 0 ? PAST : null,
        created_at: at(n),
        updated_at: n % 500 === 0 ? at(2 * RECORDS + n) : at(n),
      })),
    );
    await database.pool.query('ANALYZE verify_api_records.records');
  });

  it.each<[string, Partial<RecordFilter>, string]>([
    ['all', {}, 'records_project_id_created_at_id_idx'],
    ['an authority', { authorities: ['aut_1'] }, 'records_project_id_authority_id_created_at_id_idx'],
    ['states', { state: ['revoked', 'suspended'] }, 'records_by_state'],
    ['the usual state', { state: ['active'] }, 'records_project_id_created_at_id_idx'],
    ['states with the usual one', { state: ['active', 'revoked'] }, 'records_project_id_created_at_id_idx'],
    ['a state that few enter by time', { state: ['expired'] }, 'records_by_expiry'],
    ['an external id', { external_id: 'x77' }, 'records_by_external_id'],
    ['a rare content', { content_digest: 'rare' }, 'records_by_content'],
    ['a usual content', { content_digest: 'usual' }, 'records_project_id_created_at_id_idx'],
    ['a narrow prefix', { origin_prefix: 'https://registry.example/77/' }, 'records_by_origin'],
    ['a wide prefix', { origin_prefix: 'https://' }, 'records_project_id_created_at_id_idx'],
    ['a prefix that nothing has', { origin_prefix: 'z' }, 'records_by_origin'],
    ['new changes', { updated_from: at(2 * RECORDS) }, 'records_by_update'],
    ['changes before a time', { updated_to: at(100) }, 'records_by_update'],
    ['a time', { from: at(5_000), to: at(6_000) }, 'records_project_id_created_at_id_idx'],
    [
      'old changes of a state and a wide prefix',
      { updated_to: at(RECORDS), state: ['revoked'], origin_prefix: 'https://' },
      'records_by_state',
    ],
    [
      'few of an authority',
      { authorities: ['aut_2'], updated_from: at(2 * RECORDS), state: ['revoked'] },
      'records_by_update',
    ],
  ])('reads by indexes, and not more than it may: %s', async (_, given, index) => {
    const connection = await database.pool.connect();
    const found: PlanReads[] = [];
    try {
      const explain: Query = async (text, values) => {
        found.push(await readBy(connection, text, values));
        return (await connection.query<Record<string, unknown>>(text, values)).rows;
      };
      const search = new RecordSearch<Row>(explain, COLUMNS, SEARCHED);
      await search.find({ ...base, ...given }, { after: null, limit: 21, now: NOW, limited: false });
    } finally {
      connection.release(true);
    }
    expect(found.flatMap(({ indexes }) => indexes).join(' ')).toMatch(new RegExp(index));
    expect(found.some(({ scans }) => scans)).toBe(false);
    expect(Math.max(...found.map(({ rows }) => rows))).toBeLessThanOrEqual(2 * SEARCHED);
  });
});
