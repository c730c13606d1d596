import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startEmbeddedDatabase, type EmbeddedDatabase } from '@service/testing';
import { readStreamsSql } from './read-streams.sql.js';
import { eventLogSql } from './schema.sql.js';

const EVENTS = 50_000;

let database: EmbeddedDatabase;
let schema: string;

beforeAll(async () => {
  database = await startEmbeddedDatabase();
  schema = await database.freshSchema();
  for (const statement of eventLogSql(schema)) await database.pool.query(statement);
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
afterAll(() => database.stop());

describe('events of streams, in tables without statistics', () => {
  it.each([1, 100, 500])('are looked up by their keys: %i streams', async (count) => {
    const ids = Array.from({ length: count }, (_, number) => `stream_${number}`);
    const { rows } = await database.pool.query<{ 'QUERY PLAN': string }>(
      `EXPLAIN ${readStreamsSql(schema)}`,
      [ids],
    );
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).toMatch(
      /Index Scan (using|on) events_pkey.*\n +Index Cond: \(stream_id = wanted.stream_id\)/,
    );
    expect(plan).not.toMatch(/Seq Scan|Hash|Merge|Gather/);
  });
});
