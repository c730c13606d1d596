import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { eventually } from '@service/testing';
import type { Pool } from 'pg';
import type { RecordRow } from './kept-record.js';
import { RecordReader } from './record-reader.js';

interface Query {
  ids: string[];
  /** Answers with each record in this version. */
  answer(version: number): void;
  fail(error: Error): void;
}

let queries: Query[];
let reader: RecordReader;

beforeEach(() => {
  queries = [];
  reader = readerOf(10);
});

function readerOf(capacity: number): RecordReader {
  const query = ({ values: [ids] }: { values: [string[]] }) =>
    new Promise((resolve, reject) => {
      const answer = (version: number) => resolve({ rows: ids.map((id) => rowOf(id, version)) });
      queries.push({ ids, answer, fail: reject });
    });
  return new RecordReader({ query } as unknown as Pool, capacity);
}

function rowOf(id: string, version: number): RecordRow {
  return { id, version, elements: [], found_different: false, receipt: null } as unknown as RecordRow;
}

async function nextQuery(number: number): Promise<Query> {
  await eventually(() => queries.length >= number, { interval: 1 });
  return queries[number - 1] as Query;
}

async function load(id: string, version: number): Promise<void> {
  const count = queries.length;
  const found = reader.find(id);
  (await nextQuery(count + 1)).answer(version);
  expect((await found)?.snapshot.version).toBe(version);
}

const inMemory = (id: string, now = Date.now()): number | undefined => reader.peek(id, now)?.snapshot.version;

describe('a reader of records', () => {
  it('reads what is asked in one turn by one query, each record once', async () => {
    const found = Promise.all(['a', 'b', 'a'].map((id) => reader.find(id)));
    (await nextQuery(1)).answer(1);
    expect((await found).map((record) => record?.snapshot.id)).toEqual(['a', 'b', 'a']);
    expect(queries.map(({ ids }) => ids)).toEqual([['a', 'b']]);
  });

  it('asks the database for what is another’s, in memory or not, as for what does not exist', async () => {
    await load('a', 1);
    const caller = { projectId: 'prj_other', authorities: null };
    const found = Promise.all(['a', 'missing'].map((id) => reader.findFor(caller, id)));
    (await nextQuery(2)).answer(1);
    expect(await found).toEqual([null, null]);
    expect(queries[1]?.ids).toEqual(['rec_', 'missing']);
  });

  it('answers from memory for less than five seconds', async () => {
    await load('a', 1);
    const loadedAt = reader.peek('a', Date.now())?.loadedAt as number;
    expect(inMemory('a', loadedAt + 3_999)).toBe(1);
    expect(inMemory('a', loadedAt + 5_000)).toBeUndefined();
    const again = reader.find('a', 0n, loadedAt + 5_000);
    (await nextQuery(2)).answer(1);
    expect((await again)?.snapshot.version).toBe(1);
  });

  it('counts a record’s age from before it was read', async () => {
    const before = Date.now();
    const found = reader.find('a');
    const query = await nextQuery(1);
    const asked = Date.now();
    await eventually(() => Date.now() > asked);
    query.answer(1);
    expect((await found)?.loadedAt).toBeLessThanOrEqual(asked);
    expect((await found)?.loadedAt).toBeGreaterThanOrEqual(before);
  });

  it('finds nothing under an id that no database could hold, without asking', async () => {
    expect(await reader.find('a\0')).toBeNull();
    expect(await reader.find('\ud800')).toBeNull();
    expect(queries).toEqual([]);
  });

  it('forgets the oldest beyond its capacity, and everything when it is told', async () => {
    reader = readerOf(2);
    for (const id of ['a', 'b', 'c']) await load(id, 1);
    expect(['a', 'b', 'c'].map((id) => inMemory(id))).toEqual([undefined, 1, 1]);
    reader.clear();
    expect(inMemory('c')).toBeUndefined();
  });

  it('fails whoever asked where the query fails, and asks again for the next', async () => {
    const failed = reader.find('a');
    (await nextQuery(1)).fail(new Error('down'));
    await expect(failed).rejects.toThrow('down');
    await load('a', 1);
  });
});

describe('a record in memory', () => {
  it('goes when the view has a newer version, not when it has the same', async () => {
    await load('a', 2);
    reader.announced('a', 2);
    expect(inMemory('a')).toBe(2);
    reader.announced('a', 3);
    expect(inMemory('a')).toBeUndefined();
  });

  it('is not what a query that began before the change has read', async () => {
    const slow = reader.find('a');
    const query = await nextQuery(1);
    reader.announced('a', 2);
    query.answer(1);
    expect((await slow)?.snapshot.version).toBe(1);
    expect(inMemory('a')).toBeUndefined();
    await load('a', 2);
    expect(inMemory('a')).toBe(2);
  });

  it('is what the query has read where that is the change already', async () => {
    const slow = reader.find('a');
    const query = await nextQuery(1);
    reader.announced('a', 2);
    query.answer(2);
    await slow;
    expect(inMemory('a')).toBe(2);
  });

  it('is never replaced by an older one that was slower', async () => {
    const slow = reader.find('a');
    await nextQuery(1);
    const fast = reader.find('a');
    (await nextQuery(2)).answer(2);
    await fast;
    queries[0]?.answer(1);
    await slow;
    expect(inMemory('a')).toBe(2);
  });

  it('is not an older one after the view has repeated a batch', async () => {
    const slow = reader.find('a');
    const query = await nextQuery(1);
    reader.announced('a', 3);
    reader.announced('a', 2);
    query.answer(2);
    await slow;
    expect(inMemory('a')).toBeUndefined();
  });

  it('is never one that is older than what was announced before it was read', async () => {
    reader.announced('a', 2);
    await load('a', 1);
    expect(inMemory('a')).toBeUndefined();
    await load('a', 2);
    expect(inMemory('a')).toBe(2);
  });

  it('may be an older one again when the announcement is long past, as after a restore', async () => {
    reader.announced('a', 2);
    jest.useFakeTimers({ now: Date.now() + 11_000, doNotFake: ['setImmediate', 'nextTick', 'setTimeout'] });
    await load('a', 1);
    expect(inMemory('a')).toBe(1);
    jest.useRealTimers();
  });
});
