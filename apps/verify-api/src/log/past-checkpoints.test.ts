import { beforeAll, expect, it } from '@jest/globals';
import { databaseOfFile } from '@service/testing/fixtures';
import { PastCheckpoints } from './past-checkpoints.js';
import { PublicReads } from './public-reads.js';

const database = databaseOfFile();
const CALLER = { network: '192.0.2.1' };
let past: PastCheckpoints;

beforeAll(async () => {
  past = new PastCheckpoints(new PublicReads(database.pool));
  await database.pool.query(`
    CREATE SCHEMA record_store_published;
    CREATE TABLE record_store_published.log_head (tree_size bigint);
    CREATE TABLE record_store_published.log_checkpoints (
      tree_size bigint PRIMARY KEY, root bytea, note text, published_at timestamptz
    );
    INSERT INTO record_store_published.log_head VALUES (1000);
    INSERT INTO record_store_published.log_checkpoints
      SELECT size, sha256(size::text::bytea), 'note of ' || size, '2026-11-21T03:00:00Z'::timestamptz + size * interval '1 second'
      FROM (SELECT 10 AS size UNION ALL SELECT generate_series(500, 1010, 5)) AS sizes`);
});

const sizes = async (query: { from?: number; to?: number; limit?: number }) =>
  (await past.execute(CALLER, { from: 0, limit: 50, ...query })).data.map(({ tree_size }) => tree_size);

it('shows where the log began, where it is, and what lies between, evenly', async () => {
  expect(await sizes({ limit: 5 })).toEqual([10, 500, 750, 1000]);
  expect(await sizes({ limit: 2 })).toEqual([10, 1000]);
  expect(await sizes({ limit: 100 })).toHaveLength(51);
});

it('shows a part of it, within its bounds, and nothing beyond the published head', async () => {
  expect(await sizes({ from: 501, to: 517, limit: 100 })).toEqual([505, 510, 515]);
  expect(await sizes({ from: 990, to: 2000 })).toEqual([990, 995, 1000]);
  expect(await sizes({ from: 11, to: 499 })).toEqual([]);
  expect(await sizes({ from: 700, to: 600 })).toEqual([]);
  expect(await sizes({ from: 2000 })).toEqual([]);
});

it('gives each with its root, its note and its time', async () => {
  expect((await past.execute(CALLER, { from: 0, to: 10, limit: 2 })).data).toEqual([
    {
      tree_size: 10,
      root_hash: 'SkTcFTZCBKgP6A6QOUVcwWCCgYIP4rJPHlIzreavHdU=',
      checkpoint: 'note of 10',
      published_at: '2026-11-21T03:00:10.000Z',
    },
  ]);
});
