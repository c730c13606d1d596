import { afterAll, beforeAll, expect, it } from '@jest/globals';
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
import { DataSource } from 'typeorm';
import { Cursors } from '../inputs/cursors.js';
import { Peppers } from '../authentication/peppers/peppers.js';
import { listNewest } from '../use-cases/list-newest.js';
import { directoryView } from '../views/directory.view.js';
import type { Freshness } from '../views/freshness.js';
import { CredentialEntity } from '../views/snapshot.entities.js';
import { amongCredentials, fittingCredentials } from './fitting-credentials.js';

const NOW = new Date('2026-11-23T12:00:00.000Z');
const [PAST, FUTURE] = ['2026-11-23T12:00:00.000Z', '2026-11-23T12:00:00.001Z'];

let database: EmbeddedDatabase;
let source: DataSource;
beforeAll(async () => {
  database = await startEmbeddedDatabase();
  await createViews(database.url, [directoryView]);
  source = await new DataSource({
    type: 'postgres',
    url: database.url,
    entities: [CredentialEntity],
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

async function idsOf(filter: { state?: CredentialState[]; capability?: Capability }): Promise<string[]> {
  const cursors = new Cursors(new Peppers(['pepper'])).of('credential.list', 'prj_1', { limit: 2 });
  const among = amongCredentials(filter);
  const ids: string[] = [];
  for (let cursor: string | undefined, pages = 0; pages < 50; pages += 1) {
    const page = await listNewest(
      source.getRepository(CredentialEntity),
      {
        cursors,
        freshness: { require: () => undefined } as unknown as Freshness,
        timeColumn: 'created_at',
        where: [{ project_id: 'prj_1', ...fittingCredentials(filter, NOW) }],
        ...(among === null ? {} : { among: { project_id: 'prj_1', ...among } }),
        toItem: ({ id }) => id,
      },
      { limit: 2, ...(cursor === undefined ? {} : { cursor }) },
      4,
    );
    ids.push(...page.data);
    if (page.next_cursor === null) return ids;
    cursor = page.next_cursor;
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
