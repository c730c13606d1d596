import { beforeAll, describe, expect, it } from '@jest/globals';
import { eventLogSql, metadataMigration } from '@service/event-store';
import { databaseOfFile } from '@service/testing/fixtures';
import { Values, narrowConditions } from '../views/records/record-filter.sql.js';
import { havingMetadata } from './metadata-reader.js';

const database = databaseOfFile();

/** Records of two projects, with a pair for each hundred of them. */
beforeAll(async () => {
  const tables = [
    'CREATE SCHEMA record_store',
    ...eventLogSql('record_store'),
    metadataMigration('record_store').text(),
    'CREATE VIEW record_store_published.metadata AS SELECT * FROM record_store.metadata',
    `CREATE TABLE record_store.shown AS
      SELECT 'rec_' || n AS id, 'prj_' || n % 2 AS project_id, n AS created_at FROM generate_series(1, 4000) AS n`,
    `INSERT INTO record_store.metadata (subject_id, version, pairs, salt)
      SELECT id, 1, jsonb_build_object(project_id, jsonb_build_object('env', 'live', 'hundred', (created_at / 100)::text)), ''
      FROM record_store.shown`,
    'ANALYZE record_store.metadata',
  ];
  for (const statement of tables) await database.pool.query(statement);
});

/** The newest records that match. */
async function list(projectId: string, metadata: Record<string, string>, many?: number): Promise<string[]> {
  const having = await havingMetadata(database.pool, { projectId, authorities: null }, metadata, many);
  const values = new Values();
  const conditions = narrowConditions({
    project_id: projectId,
    authorities: null,
    metadata: having,
  }).values();
  const fits = Array.from(conditions, (condition) => condition(values, ''));
  const { rows } = await database.pool.query<{ id: string }>(
    `SELECT id FROM record_store.shown AS records
     WHERE project_id = ${values.of(projectId)} AND ${fits.join(' AND ')}
     ORDER BY created_at DESC LIMIT 3`,
    values.all,
  );
  return rows.map(({ id }) => id);
}

describe('records by their metadata', () => {
  it.each([
    ['few', undefined],
    ['many', 10],
  ])('are those of the project with every pair, where %s match', async (_, many) => {
    expect(await list('prj_0', { hundred: '7' }, many)).toEqual(['rec_798', 'rec_796', 'rec_794']);
    expect(await list('prj_1', { hundred: '7', env: 'live' }, many)).toEqual([
      'rec_799',
      'rec_797',
      'rec_795',
    ]);
    expect(await list('prj_0', { hundred: '7', env: 'test' }, many)).toEqual([]);
    expect(await list('prj_0', {}, many)).toEqual(['rec_4000', 'rec_3998', 'rec_3996']);
  });

  it('are not counted for a limited caller, whose pages would show how many there are of others', async () => {
    const limited = { projectId: 'prj_0', authorities: ['aut_1'] };
    expect(await havingMetadata(database.pool, limited, { hundred: '7' })).toEqual({
      pairs: JSON.stringify({ prj_0: { hundred: '7' } }),
    });
  });

  it('are found by an index that serves each project alone', async () => {
    const pairs = JSON.stringify({ prj_0: { hundred: '7' } });
    const { rows } = await database.pool.query<{ 'QUERY PLAN': string }>(
      `EXPLAIN ANALYZE SELECT subject_id FROM record_store_published.metadata WHERE pairs @> '${pairs}'`,
    );
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).toMatch(/Bitmap Index Scan on metadata_by_pair.*rows=50/);
  });
});
