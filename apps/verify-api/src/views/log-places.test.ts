import { beforeAll, describe, expect, it, jest } from '@jest/globals';
import { databaseOfFile } from '@service/testing/fixtures';
import { LogPlaces, countsFor, judgedBy } from './log-places.js';

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
      CREATE TABLE record_store_published.log_checkpoints (tree_size bigint, published_at timestamptz);
      INSERT INTO record_store_published.log_checkpoints VALUES (7, '2026-01-01T01:00:00Z'), (8, '2026-01-01T02:00:00Z');
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
  });

  it('are refuted where the log was to have them before it published a tree without them', async () => {
    const placeAt = async (sequence: number, due: string) =>
      [...(await new LogPlaces(database.pool).read([['aut_1', sequence, due]])).values()][0];
    expect(await placeAt(1, '2026-01-01T01:00:00Z')).toBe(7);
    expect(await placeAt(1, '2026-01-01T00:59:59Z')).toBeNaN();
    expect(await placeAt(5, '2026-01-01T02:00:00Z')).toBe(Infinity);
    expect(await placeAt(5, '2026-01-01T01:59:59Z')).toBeNaN();
  });

  it('are judged anew as of a larger log where it had not come to all of them', () => {
    const head = { origin: 'log', treeSize: 10, within: 0n, shown: '', since: '', at: Infinity };
    const judged = (...places: number[]) =>
      judgedBy(new Map(places.map((place, at) => [`${at}`, place])), head, true);
    const larger = { ...head, treeSize: 11 };
    for (const [places, counts] of [
      [[9, NaN], true],
      [[9, 10], false],
      [[Infinity], false],
    ] as const) {
      expect([countsFor(judged(...places), head), countsFor(judged(...places), larger)]).toEqual([
        true,
        counts,
      ]);
    }
    expect(countsFor(judged(9), { ...head, origin: 'log/recovered-1' })).toBe(false);
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
  });
});
