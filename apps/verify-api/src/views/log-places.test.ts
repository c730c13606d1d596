import { beforeAll, describe, expect, it, jest } from '@jest/globals';
import { databaseOfFile } from '@service/testing/fixtures';
import { LogPlaces, areFinal } from './log-places.js';

const database = databaseOfFile();

describe('places in the log', () => {
  beforeAll(async () => {
    const events = 'events (stream_id text, version integer, tx xid8, pos bigint)';
    await database.pool.query(`
      CREATE SCHEMA record_store_published;
      CREATE SCHEMA credential_authority_published;
      CREATE TABLE record_store_published.${events};
      CREATE TABLE credential_authority_published.${events};
      CREATE TABLE record_store_published.log_leaves (index bigint, subject_id text, sequence integer);
      CREATE TABLE record_store_published.log_state (size bigint);
      CREATE TABLE record_store_published.log_positions (source text, tx xid8, pos bigint);
      INSERT INTO record_store_published.log_state VALUES (10);
      INSERT INTO record_store_published.log_leaves VALUES (7, 'aut_1', 1), (8, 'aut_1', 3), (9, 'aut_1', 3), (10, 'aut_1', 4);
      INSERT INTO record_store_published.log_positions VALUES ('record_store', '90', 0), ('credential_authority', '95', 2);
      INSERT INTO credential_authority_published.events
        VALUES ('aut_1', 1, '80', 1), ('aut_1', 2, '95', 2), ('aut_1', 5, '95', 3);
      INSERT INTO record_store_published.events VALUES ('rec_1', 1, '89', 1), ('rec_1', 2, '90', 1)`);
  });

  it('are told apart from those that the log has not come to yet, and from those that were edited or deleted', async () => {
    const elements = [
      ['aut_1', 1],
      ['aut_1', 2],
      ['aut_1', 3],
      ['aut_1', 4],
      ['aut_1', 5],
      ['aut_1', 6],
      ['rec_1', 1],
      ['rec_1', 2],
    ] as const;
    const places = await new LogPlaces(database.pool).read(elements);
    expect([...places.values()]).toEqual([7, NaN, NaN, NaN, Infinity, NaN, NaN, Infinity]);
    expect(areFinal(places)).toBe(false);
  });

  it('are those of a log that begins where the sequencer has read nothing yet', async () => {
    await database.pool.query('DELETE FROM record_store_published.log_positions');
    const places = await new LogPlaces(database.pool).read([['aut_1', 2]]);
    expect([...places.values()]).toEqual([Infinity]);
  });

  it('are read by one query, each call with its own', async () => {
    const query = jest.fn(({ values: [ids] }: { values: unknown[][] }) =>
      Promise.resolve({ rows: (ids ?? []).map((_, index) => ({ index: index === 1 ? null : index })) }),
    );
    const places = new LogPlaces({ query } as never);
    const read = await Promise.all([
      places.read([
        ['a', 1],
        ['a', 2],
      ]),
      places.read([['b', 1]]),
    ]);
    expect(read.map((each) => [...each])).toEqual([
      [
        ['a/1', 0],
        ['a/2', Infinity],
      ],
      [['b/1', 2]],
    ]);
    expect(query).toHaveBeenCalledTimes(1);
    expect(areFinal(read[1] ?? new Map())).toBe(true);
  });
});
