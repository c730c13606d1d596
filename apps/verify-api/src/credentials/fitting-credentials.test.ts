import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  CAPABILITIES,
  CREDENTIAL_STATES,
  credentialStateAt,
  type Capability,
  type CredentialSnapshot,
  type CredentialState,
} from '@service/contracts';
import { createViews } from '@service/event-store';
import { startEmbeddedDatabase, type EmbeddedDatabase } from '@service/testing';
import fc from 'fast-check';
import { DataSource, type Logger } from 'typeorm';
import { Cursors } from '../interface/inputs/cursors.js';
import type { Page } from '../interface/inputs/pagination.js';
import { Peppers } from '../admission/authentication/peppers/peppers.js';
import { readBy } from '../testing/read-by.js';
import { listNewest } from '../lists/list-newest.js';
import { directoryView } from '../views/directory.view.js';
import type { Freshness } from '../views/freshness.js';
import { CredentialEntity } from '../views/snapshot.entities.js';
import { amongCredentials, fittingCredentials } from './fitting-credentials.js';

const NOW = new Date('2026-11-23T12:00:00.000Z');
const [PAST, FUTURE] = ['2026-11-23T12:00:00.000Z', '2026-11-23T12:00:00.001Z'];

let database: EmbeddedDatabase;
let source: DataSource;
let queries: [text: string, values: unknown[]][] = [];
const logQuery = (text: string, values: unknown[] = []) => {
  if (text.startsWith('SELECT')) queries.push([text, values]);
};
beforeAll(async () => {
  database = await startEmbeddedDatabase();
  await createViews(database.url, [directoryView]);
  source = await new DataSource({
    type: 'postgres',
    url: database.url,
    entities: [CredentialEntity],
    logging: ['query'],
    logger: { logQuery } as unknown as Logger,
  }).initialize();
});
afterAll(async () => {
  await source.destroy();
  await database.stop();
});

type Sample = Pick<CredentialSnapshot, 'id' | 'state' | 'capabilities' | 'expires_at' | 'secrets'>;

async function store(samples: readonly Sample[]): Promise<void> {
  await database.pool.query('TRUNCATE verify_api_directory.credentials');
  const rows = samples.map((snapshot, n) => ({
    id: snapshot.id,
    project_id: 'prj_1',
    state: snapshot.state,
    version: 1,
    created_at: `2026-01-01T00:00:0${Math.floor(n / 3)}.000Z`,
    snapshot,
  }));
  await database.pool.query(
    `INSERT INTO verify_api_directory.credentials
     SELECT * FROM json_populate_recordset(NULL::verify_api_directory.credentials, $1)`,
    [JSON.stringify(rows)],
  );
}

interface Filter {
  state?: CredentialState[];
  capability?: Capability;
}

function page(filter: Filter, cursor: string | null, mostSearched: number): Promise<Page<string>> {
  const cursors = new Cursors(new Peppers(['pepper'])).of('credentials.list', 'prj_1', { limit: 2 });
  const among = amongCredentials(filter);
  return listNewest(
    source.getRepository(CredentialEntity),
    {
      cursors,
      freshness: { require: () => undefined } as unknown as Freshness,
      where: [{ project_id: 'prj_1', ...fittingCredentials(filter, NOW) }],
      ...(among !== null && { among: among.map((rows) => ({ project_id: 'prj_1', ...rows })) }),
      toItem: ({ id }) => id,
    },
    { limit: 2, ...(cursor !== null && { cursor }) },
    mostSearched,
  );
}

async function idsOf(filter: Filter): Promise<string[]> {
  const ids: string[] = [];
  for (let cursor: string | null = null, pages = 0; pages < 50; pages += 1) {
    const { data, next_cursor }: Page<string> = await page(filter, cursor, 4);
    ids.push(...data);
    if (next_cursor === null) return ids;
    cursor = next_cursor;
  }
  throw new Error('The list does not end.');
}

const sample = fc.record({
  state: fc.constantFrom(...CREDENTIAL_STATES),
  capabilities: fc.subarray([...CAPABILITIES]),
  expires_at: fc.constantFrom(null, PAST, FUTURE),
  worksUntil: fc.constantFrom(null, PAST, FUTURE),
});
const filter = fc.record(
  {
    state: fc.subarray([...CREDENTIAL_STATES], { minLength: 1 }),
    capability: fc.constantFrom(...CAPABILITIES),
  },
  { requiredKeys: [] },
);

it('finds the credentials that are answered in a state, and those with a capability, each once', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(sample, { maxLength: 20 }),
      fc.array(filter, { minLength: 4, maxLength: 4 }),
      async (drawn, filters) => {
        const samples: Sample[] = drawn.map(({ worksUntil, ...each }, n) => ({
          ...each,
          id: `crd_${String(n).padStart(3, '0')}`,
          secrets: [
            { works_until: null },
            // An active credential has one secret.
            ...(worksUntil === null || each.state === 'active' ? [] : [{ works_until: worksUntil }]),
          ] as CredentialSnapshot['secrets'],
        }));
        await store(samples);
        for (const { state, capability } of filters) {
          const expected = samples.filter(
            (each) =>
              (state === undefined || state.includes(credentialStateAt(each as CredentialSnapshot, NOW))) &&
              (capability === undefined || each.capabilities.includes(capability)),
          );
          const given = {
            ...(state === undefined ? {} : { state }),
            ...(capability === undefined ? {} : { capability }),
          };
          expect(await idsOf(given)).toEqual(expected.map(({ id }) => id).reverse());
        }
      },
    ),
    { numRuns: 40 },
  );
});

describe('a page of a project with many credentials', () => {
  const SEARCHED = 600;

  /** The states follow each other, so that the search for one passes all newer credentials in others. */
  beforeAll(async () => {
    await database.pool.query('TRUNCATE verify_api_directory.credentials');
    await database.pool.query(
      `INSERT INTO verify_api_directory.credentials (id, project_id, state, version, created_at, snapshot)
       SELECT 'crd_' || lpad(n::text, 6, '0'), 'prj_1', state, 1, to_char(n, 'FM000000'),
         json_build_object('id', 'crd_' || lpad(n::text, 6, '0'), 'state', state, 'capabilities', json_build_array('read'))
       FROM (
         SELECT n, CASE WHEN n < 5000 THEN 'active' WHEN n < 8000 THEN 'rotating' WHEN n < 10000 THEN 'expired'
           ELSE 'revoked' END AS state
         FROM generate_series(1, 20000) AS n
       ) AS each`,
    );
    await database.pool.query('ANALYZE verify_api_directory.credentials');
  });

  it.each<[string, Filter]>([
    ['a state that is stored as two', { state: ['active'] }],
    ['a state that is stored as three', { state: ['expired'] }],
    ['all states', { state: [...CREDENTIAL_STATES] }],
    ['a state with a capability that none has', { state: ['active', 'revoked'], capability: 'audit' }],
    ['a capability that none has', { capability: 'audit' }],
  ])('reads by indexes, and not more than it may: %s', async (_, filter) => {
    queries = [];
    const first = await page(filter, null, SEARCHED);
    if (first.next_cursor !== null) await page(filter, first.next_cursor, SEARCHED);
    const reads = [];
    for (const [text, values] of queries) reads.push(await readBy(database.pool, text, values));
    expect(reads.length).toBeGreaterThan(1);
    expect(reads.some(({ scans }) => scans)).toBe(false);
    expect(Math.max(...reads.map(({ rows }) => rows))).toBeLessThanOrEqual(SEARCHED);
  });
});
