import { beforeEach, describe, expect, it } from '@jest/globals';
import { freshLogForEachTest } from '../testing/fresh-log.js';
import { readStreamsSql } from './event-row.js';

const EVENTS = 50_000;

const log = freshLogForEachTest();

beforeEach(async () => {
  const { database, schema } = log;
  // As right after an import: the server has no statistics of the tables yet.
  for (const table of ['events', 'companions']) {
    await database.pool.query(`ALTER TABLE ${schema}.${table} SET (autovacuum_enabled = false)`);
  }
  await database.pool.query(`
    INSERT INTO ${schema}.events (stream_id, version, event_id, type, schema_version, element)
      SELECT 'stream_' || n, 1, 'event_' || n, 'record.registered', 1, repeat('x', 800)
      FROM generate_series(1, ${EVENTS}) AS n;
    INSERT INTO ${schema}.companions (event_id, reason)
      SELECT 'event_' || n, NULL FROM generate_series(1, ${EVENTS}) AS n`);
});

describe('events of streams, in tables without statistics', () => {
  async function planOf(count: number): Promise<string> {
    const ids = Array.from({ length: count }, (_, number) => `stream_${number}`);
    const { rows } = await log.database.pool.query<{ 'QUERY PLAN': string }>(
      `EXPLAIN ${readStreamsSql(log.schema)}`,
      [ids],
    );
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  }

  it('are looked up by their keys, however many streams are read', async () => {
    for (const count of [1, 100, 500]) {
      const plan = await planOf(count);
      expect(plan).toMatch(
        /Index Scan (using|on) events_pkey.*\n +Index Cond: \(stream_id = wanted.stream_id\)/,
      );
      expect(plan).not.toMatch(/Seq Scan|Hash|Merge|Gather/);
    }
  });

  it('are read by one plan, not by a plan for each read', async () => {
    const client = await log.database.pool.connect();
    const read = { name: 'read', text: readStreamsSql(log.schema), values: [['stream_1']] };
    for (let reads = 0; reads < 20; reads += 1) await client.query(read);
    const { rows } = await client.query(
      `SELECT generic_plans::integer FROM pg_prepared_statements WHERE name = 'read'`,
    );
    client.release();
    // PostgreSQL makes five plans first, to compare them.
    expect(rows).toEqual([{ generic_plans: 15 }]);
  });
});
