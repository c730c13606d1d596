import { expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import { SharedReads } from './shared-reads.js';

const READ = { name: 'read', text: 'SELECT', values: ['1', 2] };

it('reads of one turn are sent once, later ones again, and others apart', async () => {
  const sent: unknown[][] = [];
  const query = ({ values }: { values: unknown[] }) => Promise.resolve({ rows: [sent.push(values)] });
  const pool = { query } as unknown as Pool;
  const reads = new SharedReads(pool);
  const rows = async (values = READ.values) => (await reads.query({ ...READ, values })).rows;
  // A reader that the same turn wakes a little later still shares the read.
  const woken = Promise.resolve().then(() => rows());
  expect(await Promise.all([rows(), rows(), woken, rows(['2', 2])])).toEqual([[1], [1], [1], [2]]);
  expect(await rows()).toEqual([3]);
  expect(sent).toEqual([
    ['1', 2],
    ['2', 2],
    ['1', 2],
  ]);
});

it('a read that fails fails for all who asked, and the next one is sent anew', async () => {
  let failures = 1;
  const query = () => (failures-- > 0 ? Promise.reject(new Error('gone')) : Promise.resolve({ rows: [] }));
  const reads = new SharedReads({ query } as unknown as Pool);
  const ask = () => reads.query(READ);
  const settled = await Promise.allSettled([ask(), ask()]);
  expect(settled.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect((await ask()).rows).toEqual([]);
});
