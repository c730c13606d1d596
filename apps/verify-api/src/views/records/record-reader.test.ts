import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { encodeSignature } from '@service/event-store';
import type { ElementSignature } from '@service/evidence';
import { eventually } from '@service/testing';
import fc from 'fast-check';
import type { Pool } from 'pg';
import { sampleAuthority, sampleKeys, sampleRow } from '../../testing/sample-record.js';
import type { ReadColumns } from './read-records.js';
import type { RecordRow } from './stored-record.js';
import { RenderTurns } from '../../infrastructure/render-turns.js';
import { RecordOpener } from './record-opener.js';
import { RecordReader } from './record-reader.js';

interface Query {
  ids: string[];
  longest: number;
  /** The database has each record in this version. */
  answer(version: number): void;
  answerRows(rows: ReadColumns[]): void;
  fail(error: Error): void;
}

const OWNER = { projectId: 'prj_1', authorities: null };
const OPENER = new RecordOpener(new RenderTurns());
const NOTHING = {
  justWritten: { arrives: () => Promise.resolve(false) },
  ownWrites: { ofRecord: () => null, ofProject: () => null },
};

const fromMemory = (id: string, within: bigint) => reader.peek(id, within) !== null;

let queries: Query[];
let reader: RecordReader;

beforeEach(() => {
  queries = [];
  reader = readerOf(10);
});

afterEach(() => {
  jest.restoreAllMocks();
});

function readerOf(capacity: number): RecordReader {
  const query = ({ values: [ids, longest] }: { values: [string[], number] }) =>
    new Promise((resolve, reject) => {
      const answerRows = (rows: ReadColumns[]) => resolve({ rows });
      const answer = (version: number) => answerRows(ids.map((id) => columnsOf(id, version)));
      queries.push({ ids, longest, answer, answerRows, fail: reject });
    });
  return new RecordReader({ query } as unknown as Pool, OPENER, capacity);
}

/** A record without elements. */
function columnsOf(id: string, version: number, progress = ''): ReadColumns {
  return {
    id,
    project_id: 'prj_1',
    version,
    sequence: null,
    log_index: null,
    progress,
  } as unknown as ReadColumns;
}

/** A record with elements that nobody verifies. */
function columnsWith(id: string, elements: number): ReadColumns[] {
  return Array.from({ length: elements }, (_, index) => ({
    ...columnsOf(id, elements),
    sequence: index + 1,
    text: 'x',
  })) as unknown as ReadColumns[];
}

async function nextQuery(number: number): Promise<Query> {
  await eventually(() => queries.length >= number, { interval: 1 });
  return queries[number - 1] as Query;
}

async function load(id: string, version: number): Promise<void> {
  const count = queries.length;
  const found = reader.findFor(OWNER, id);
  (await nextQuery(count + 1)).answer(version);
  expect((await found)?.snapshot.version).toBe(version);
}

const inMemory = (id: string, now?: number): number | undefined => reader.peek(id, 0n, now)?.snapshot.version;

describe('a reader of records', () => {
  it('reads the records of one turn by one query, each once', async () => {
    const found = Promise.all(['a', 'b', 'a'].map((id) => reader.findFor(OWNER, id)));
    (await nextQuery(1)).answer(1);
    expect((await found).map((record) => record?.snapshot.id)).toEqual(['a', 'b', 'a']);
    expect(queries.map(({ ids }) => ids)).toEqual([['a', 'b']]);
  });

  it('queries the database for a record of another project, cached or not, as for a missing one', async () => {
    await load('a', 1);
    const caller = { projectId: 'prj_other', authorities: null };
    const found = Promise.all(['a', 'missing'].map((id) => reader.findFor(caller, id)));
    (await nextQuery(2)).answer(1);
    expect(await found).toEqual([null, null]);
    expect(queries[1]?.ids).toEqual(['rec_', 'missing']);
  });

  it('answers from the cache for less than five seconds', async () => {
    await load('a', 1);
    const loadedAt = reader.peek('a')?.loadedAt as number;
    expect(inMemory('a', loadedAt + 3_999)).toBe(1);
    expect(inMemory('a', loadedAt + 5_000)).toBeUndefined();
    const again = reader.findFor(OWNER, 'a', 0n, loadedAt + 5_000);
    (await nextQuery(2)).answer(1);
    expect((await again)?.snapshot.version).toBe(1);
  });

  it('measures a record’s age from the start of its read', async () => {
    const before = performance.now();
    const found = reader.findFor(OWNER, 'a');
    const query = await nextQuery(1);
    const asked = performance.now();
    await eventually(() => performance.now() > asked);
    query.answer(1);
    expect((await found)?.loadedAt).toBeLessThanOrEqual(asked);
    expect((await found)?.loadedAt).toBeGreaterThanOrEqual(before);
  });

  it('finds nothing under an id that PostgreSQL cannot store, without a query', async () => {
    expect(await reader.findFor(OWNER, 'a\0')).toBeNull();
    expect(await reader.findFor(OWNER, '\ud800')).toBeNull();
    expect(queries).toEqual([]);
  });

  it('removes the oldest beyond its capacity, and everything on clear', async () => {
    reader = readerOf(2);
    for (const id of ['a', 'b', 'c']) await load(id, 1);
    expect(['a', 'b', 'c'].map((id) => inMemory(id))).toEqual([undefined, 1, 1]);
    reader.clear();
    expect(inMemory('c')).toBeUndefined();
  });

  it('rejects the requests of a failed query, and queries again for the next', async () => {
    const failed = reader.findFor(OWNER, 'a');
    (await nextQuery(1)).fail(new Error('down'));
    await expect(failed).rejects.toThrow('down');
    await load('a', 1);
  });
});

describe('a record that many ask for at a time', () => {
  const row = sampleRow(sampleAuthority());
  const own = { projectId: row.project_id, authorities: null };
  const other = { projectId: 'prj_other', authorities: null };
  const asked = (by: typeof own, id = row.id) => reader.findFor(by, id).then((record) => record?.snapshot.id);

  it('is read once for callers of its project', async () => {
    const first = asked(own);
    const query = await nextQuery(1);
    const second = asked(own);
    await new Promise(setImmediate);
    query.answerRows(readColumnsOf(row));
    expect(await Promise.all([first, second])).toEqual([row.id, row.id]);
    expect(queries).toHaveLength(1);
  });

  it('is read for a caller of another project as a record that does not exist, whoever reads it already', async () => {
    const first = asked(own);
    const query = await nextQuery(1);
    const others = [row.id, 'missing'].map((id) => asked(other, id));
    expect((await nextQuery(2)).ids).toEqual([row.id, 'missing']);
    queries[1]?.answerRows(readColumnsOf(row));
    expect(await Promise.all(others)).toEqual([undefined, undefined]);
    query.answerRows(readColumnsOf(row));
    expect(await first).toBe(row.id);
  });

  it('is read again where it has changed since the read before', async () => {
    const first = asked(own);
    const query = await nextQuery(1);
    const second = asked(own);
    reader.announced(row.id, row.version + 1);
    query.answerRows(readColumnsOf(row));
    await first;
    (await nextQuery(2)).answerRows(readColumnsOf(row));
    expect(await second).toBe(row.id);
  });

  it('is read again once for all that have waited, although it is long and cannot be cached', async () => {
    reader.announced(row.id, 64);
    const first = asked(own);
    const query = await nextQuery(1);
    const others = [asked(own), asked(own), asked(own)];
    query.answerRows(readColumnsOf(row));
    await first;
    (await nextQuery(2)).answerRows(readColumnsOf(row));
    expect(await Promise.all(others)).toEqual([row.id, row.id, row.id]);
    expect(queries).toHaveLength(2);
  });

  it('is no other record of a caller whose names look the same', async () => {
    const first = asked(own);
    await nextQuery(1);
    const others = [`${row.id} aut_1`, row.id].map((id, index) =>
      reader.findFor({ ...own, authorities: index === 0 ? ['aut_2'] : ['aut_1', 'aut_2'] }, id),
    );
    expect((await nextQuery(2)).ids).toEqual([`${row.id} aut_1`, row.id]);
    for (const query of queries) query.answerRows([]);
    expect(await Promise.all([first, ...others])).toEqual([undefined, null, null]);
  });

  it('is read again where it was not found by the read before', async () => {
    const first = asked(own);
    const query = await nextQuery(1);
    const second = asked(own);
    query.answerRows([]);
    expect(await first).toBeUndefined();
    (await nextQuery(2)).answerRows(readColumnsOf(row));
    expect(await second).toBe(row.id);
  });
});

describe('long records', () => {
  const read = (id: string, projectId = 'prj_1') => reader.readFor({ projectId, authorities: null }, id, 0n);
  const long = (id: string, project_id = 'prj_1') =>
    columnsWith(id, 64).map((row) => ({ ...row, project_id }));

  beforeEach(() => {
    reader = readerOf(1_000);
  });

  it('are read apart, so that no other waits for them', async () => {
    const found = [read('a'), read('b')];
    (await nextQuery(1)).answerRows([...long('a'), columnsOf('b', 63)]);
    expect((await found[1])?.snapshot.id).toBe('b');
    (await nextQuery(2)).answerRows(long('a'));
    expect((await found[0])?.chain).toHaveLength(64);
    expect(queries.map(({ ids, longest }) => [ids, longest])).toEqual([
      [['a', 'b'], 63],
      [['a'], 2 ** 31 - 1],
    ]);
  });

  it('of another project are read as a record that does not exist', async () => {
    const found = [read('a', 'prj_other'), read('missing', 'prj_other')];
    (await nextQuery(1)).answerRows(long('a'));
    expect(await Promise.all(found)).toEqual([null, null]);
    expect(queries).toHaveLength(1);
  });

  it('are not the only ones of which a project reads so many at a time', async () => {
    const found = Array.from({ length: 401 }, (_, index) => read(`short-${index}`));
    const other = read('other', 'prj_other');
    await nextQuery(3);
    expect(queries.flatMap(({ ids }) => ids)).toHaveLength(401);
    for (const query of queries.slice(0, 3)) query.answer(1);
    await other;
    (await nextQuery(4)).answer(1);
    await Promise.all(found);
  });

  it('are read a few at a time for each project', async () => {
    const found = [...['a', 'b', 'c'].map((id) => read(id)), read('d', 'prj_other')];
    const rows = [...['a', 'b', 'c'].flatMap((id) => long(id)), ...long('d', 'prj_other')];
    (await nextQuery(1)).answerRows(rows);
    await nextQuery(3);
    expect(queries.slice(1).map((query) => query.ids)).toEqual([['a', 'b'], ['d']]);
    queries[1]?.answerRows(rows.filter(({ id }) => id < 'c'));
    expect((await nextQuery(4)).ids).toEqual(['c']);
    queries[2]?.answerRows([]);
    queries[3]?.answerRows([]);
    await Promise.all(found);
  });

  it('that wait for one another take what was read since they were asked for', async () => {
    const found = ['a', 'b', 'a'].map((id) => read(id));
    for (const number of [1, 2]) (await nextQuery(number)).answerRows(['a', 'b'].flatMap((id) => long(id)));
    const [first, , last] = await Promise.all(found);
    expect(last).toBe(first);
    expect(queries).toHaveLength(2);
  });

  it('are refused, not worked off, once every answer from them would be stale', async () => {
    const found = ['a', 'b'].map((id) => read(id));
    const late = read('c').catch((error: unknown) => error);
    (await nextQuery(1)).answerRows(['a', 'b', 'c'].flatMap((id) => long(id)));
    const query = await nextQuery(2);
    const later = performance.now() + 5_001;
    jest.spyOn(performance, 'now').mockImplementation(() => later);
    query.answerRows([]);
    await Promise.all(found);
    expect(await late).toMatchObject({ why: { cause: 'read_waited', record_id: 'c' } });
    expect(queries).toHaveLength(2);
  });
});

describe('a row that a query has found', () => {
  const row = sampleRow(sampleAuthority());
  const own = { projectId: row.project_id, authorities: null };
  const other = { projectId: 'prj_other', authorities: null };
  let finish: () => void;
  let query: jest.Mock;
  const open = jest.fn<RecordOpener['open']>();

  beforeEach(() => {
    const opening = new Promise<void>((resolve) => (finish = resolve));
    open.mockReset().mockImplementation(async (...args) => {
      await opening;
      return OPENER.open(...args);
    });
    query = jest.fn(() => Promise.resolve({ rows: readColumnsOf(row) }));
    reader = new RecordReader({ query } as unknown as Pool, { open } as unknown as RecordOpener, 1);
  });

  it('is not opened for a caller who may not read it', async () => {
    expect(await reader.findFor(other, row.id)).toBeNull();
    expect(await reader.findFor({ ...own, authorities: ['aut_other'] }, row.id)).toBeNull();
    expect(query).toHaveBeenCalledTimes(2);
    expect(open).not.toHaveBeenCalled();
  });

  it('is opened for the owner whom its first element names, although the row was edited', async () => {
    finish();
    query.mockReturnValue(Promise.resolve({ rows: readColumnsOf({ ...row, project_id: 'prj_other' }) }));
    expect((await reader.findFor(own, row.id))?.snapshot.id).toBe(row.id);
  });
});

describe('a record that this gateway has just written', () => {
  const caller = { projectId: 'prj_1', authorities: null };
  const tables = {
    progressSql: "'x'",
    beginReading: () => () => 0n,
    announced: () => ({ from: 0n, below: 0n }),
  };
  const reads: [string, (within: bigint) => Promise<unknown>][] = [
    ['found', (within) => reader.findFor(caller, 'rec_1', within)],
    ['read past the cache', (within) => reader.readFor(caller, 'rec_1', within)],
    [
      'looked up',
      (within) => {
        const request = { by: 'external_id', value: 'x', authorities: null } as const;
        return reader.lookUp({ projectId: 'prj_1', authorities: null }, [request], within);
      },
    ],
  ];

  it.each(reads)('is %s only once the view shows it', async (_, read) => {
    let show = () => {};
    const shown = new Promise<boolean>((resolve) => (show = () => resolve(true)));
    const ownWrites = { ofRecord: () => shown, ofProject: () => shown };
    reader.readsFrom({ tables, log: { newestSize: 0 }, ...NOTHING, ownWrites, keyOf: sampleKeys });
    const answer = read(0n).catch(() => null);
    await new Promise(setImmediate);
    await new Promise(setImmediate);
    expect(queries).toHaveLength(0);
    show();
    (await nextQuery(1)).fail(new Error('over'));
    await answer;
  });

  it('is not said to be unknown by a look-up while the view lacks it', async () => {
    const row = { progress: null, matches: 0, revoked_matches: 0, record_id: null, current: null };
    const pool = { query: () => Promise.resolve({ rows: [row] }) } as unknown as Pool;
    const lookUp = (isShown: boolean) => {
      const ownWrites = { ofRecord: () => null, ofProject: () => Promise.resolve(isShown) };
      const looking = new RecordReader(pool, OPENER);
      looking.readsFrom({ tables: tables, log: { newestSize: 0 }, ...NOTHING, ownWrites, keyOf: sampleKeys });
      const request = { by: 'external_id', value: 'x', authorities: null } as const;
      return looking.lookUp({ projectId: 'prj_1', authorities: null }, [request], 0n);
    };
    expect(await lookUp(true)).toEqual([null]);
    await expect(lookUp(false)).rejects.toMatchObject({ why: { cause: 'versions_not_shown' } });
  });
});

describe('a cached record', () => {
  it('is removed when the view has a newer version, not the same', async () => {
    await load('a', 2);
    reader.announced('a', 2);
    expect(inMemory('a')).toBe(2);
    reader.announced('a', 3);
    expect(inMemory('a')).toBeUndefined();
  });

  it('is not the result of a query that began before the change', async () => {
    const slow = reader.findFor(OWNER, 'a');
    const query = await nextQuery(1);
    reader.announced('a', 2);
    query.answer(1);
    expect((await slow)?.snapshot.version).toBe(1);
    expect(inMemory('a')).toBeUndefined();
    await load('a', 2);
    expect(inMemory('a')).toBe(2);
  });

  it('is the result of the query where that includes the change', async () => {
    const slow = reader.findFor(OWNER, 'a');
    const query = await nextQuery(1);
    reader.announced('a', 2);
    query.answer(2);
    await slow;
    expect(inMemory('a')).toBe(2);
  });

  it.each([
    ['an older version', 2],
    ['an older read of the same version', 1],
  ])('is never replaced by %s from a slower query', async (_, version) => {
    const slow = reader.readFor(OWNER, 'a', 0n);
    await nextQuery(1);
    const fast = reader.readFor(OWNER, 'a', 0n);
    (await nextQuery(2)).answer(version);
    const newest = await fast;
    queries[0]?.answer(1);
    await slow;
    expect(reader.peek('a')).toBe(newest);
  });

  it('is not a row that was stale when it was opened', async () => {
    const found = reader.findFor(OWNER, 'a');
    const query = await nextQuery(1);
    const later = performance.now() + 4_000;
    jest.spyOn(performance, 'now').mockImplementation(() => later);
    query.answer(1);
    expect((await found)?.snapshot.version).toBe(1);
    expect(reader.peek('a', 0n, 0)).toBeNull();
  });

  it('is not an older version after the view has repeated a batch', async () => {
    const slow = reader.findFor(OWNER, 'a');
    const query = await nextQuery(1);
    reader.announced('a', 3);
    reader.announced('a', 2);
    query.answer(2);
    await slow;
    expect(inMemory('a')).toBeUndefined();
  });

  it('is never older than a version announced before the read', async () => {
    reader.announced('a', 2);
    await load('a', 1);
    expect(inMemory('a')).toBeUndefined();
    await load('a', 2);
    expect(inMemory('a')).toBe(2);
  });

  it('may be an older version long after the announcement, as after a restore', async () => {
    reader.announced('a', 2);
    const later = performance.now() + 11_000;
    jest.spyOn(performance, 'now').mockImplementation(() => later);
    await load('a', 1);
    expect(inMemory('a')).toBe(1);
  });
});

/** A record as the statement answers it, without a receipt. */
function readColumnsOf({ elements, receipt: _receipt, ...row }: RecordRow): ReadColumns[] {
  const none = { log_index: null, tree_size: null, root: null, note: null, progress: '' };
  return elements.map(({ signature: signed, ...element }) => {
    const signature = signed === null ? null : encodeSignature(signed as ElementSignature);
    return { ...row, ...none, ...element, signature };
  });
}

describe('records of one read', () => {
  type Edit = Partial<RecordRow['elements'][number]>;

  /** Whether a record is verified that was read with another one, with an edit of the first element of each. */
  async function verified(edit: Edit, ofOther: Edit): Promise<boolean | undefined> {
    const row = sampleRow(sampleAuthority());
    const [first, ...later] = row.elements as [RecordRow['elements'][number]];
    const edited = (id: string, change: Edit) => ({
      ...row,
      id,
      elements: [{ ...first, ...change }, ...later],
    });
    const rows = [edited(row.id, edit), edited('rec_other', ofOther)];
    const query = () => Promise.resolve({ rows: rows.flatMap(readColumnsOf) });
    const subject = new RecordReader({ query } as unknown as Pool, OPENER, 100);
    const announced = () => ({ from: 0n, below: 0n });
    const tables = { progressSql: "'x'", beginReading: () => () => 1n, announced };
    subject.readsFrom({ tables, log: { newestSize: 0 }, ...NOTHING, keyOf: sampleKeys });
    const [found] = await Promise.all(rows.map(({ id }) => subject.findFor(OWNER, id)));
    return found?.verified(sampleKeys);
  }

  const { signature } = sampleRow(sampleAuthority()).elements[0] as { signature: object };
  it.each<[string, Edit]>([
    ['no signature', { signature: null }],
    ['another signature', { signature: { ...signature, value: 'A'.repeat(86) } }],
    ['a signature of another form', { signature: { ...signature, value: 'AA' } }],
    ['an unknown key', { signature: { ...signature, key_id: 'A'.repeat(43) } }],
  ])('are verified each by its own rows, where one has %s', async (_, edit) => {
    expect(await verified({}, edit)).toBe(true);
    expect(await verified(edit, {})).toBe(false);
  });
});

describe('a record for an answer as of a log position', () => {
  /** Progress of the view and of the announcements, and the size of the log. */
  let [table, span, log] = [0n, { from: 0n, below: 0n }, { newestSize: 0 }];

  beforeEach(() => {
    [table, span, log] = [10n, { from: 0n, below: 10n }, { newestSize: 0 }];
    const tables = { progressSql: "'x'", beginReading: () => () => table, announced: () => span };
    reader.readsFrom({ tables, log, ...NOTHING, keyOf: sampleKeys });
  });

  it('comes from the cache where it was read after all required transactions', async () => {
    await load('a', 1);
    expect([10n, 11n].map((within) => fromMemory('a', within))).toEqual([true, false]);
  });

  it('comes from the cache where all later events were announced and belong to others', async () => {
    await load('a', 1);
    span.below = 20n;
    expect([20n, 21n].map((within) => fromMemory('a', within))).toEqual([true, false]);
    reader.announced('a', 2, 15n);
    expect(fromMemory('a', 20n)).toBe(false);
  });

  it('is read again where an event may not have been announced', async () => {
    await load('a', 1);
    span = { from: 12n, below: 20n };
    expect([10n, 20n].map((within) => fromMemory('a', within))).toEqual([true, false]);
    table = 12n;
    const again = reader.findFor(OWNER, 'a', 12n);
    (await nextQuery(2)).answer(1);
    await again;
    expect(fromMemory('a', 20n)).toBe(true);
  });

  it('is read again where an announcement before its read may have been dropped', async () => {
    reader.announced('a', 2, 15n);
    const later = performance.now() + 11_000;
    jest.spyOn(performance, 'now').mockImplementation(() => later);
    await load('a', 1);
    span.below = 20n;
    expect([10n, 20n].map((within) => fromMemory('a', within))).toEqual([true, false]);
  });

  it('is refused where the view has moved back', async () => {
    const found = reader.findFor(OWNER, 'a', 11n);
    (await nextQuery(1)).answer(1);
    await expect(found).rejects.toMatchObject({ code: 'service.unavailable' });
  });

  it('is not cached where the cache was cleared during the read', async () => {
    const found = reader.findFor(OWNER, 'a');
    const query = await nextQuery(1);
    reader.clear();
    query.answer(1);
    await found;
    expect(inMemory('a')).toBeUndefined();
  });

  it('without a receipt is read again once the log has grown', async () => {
    await load('a', 1);
    expect(inMemory('a')).toBe(1);
    log.newestSize = 1;
    expect(inMemory('a')).toBeUndefined();
  });

  it('is never older than required, with any lag and any time of announcement', async () => {
    // Versions 1, 2, ... of one record are written by transactions 10, 20, ...; table and announcements follow.
    const step = fc.constantFrom('write', 'apply', 'announce', 'lose', 'read', 'forget');
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
        let [written, applied, announced] = [1, 1, 1];
        const horizonOf = (version: number) => BigInt(version * 10 + 1);
        span = { from: 0n, below: horizonOf(1) };
        const tables = {
          progressSql: "'x'",
          beginReading: () => (progress: string) => horizonOf(Number(progress)),
          announced: () => span,
        };
        const query = () => Promise.resolve({ rows: [columnsOf('a', applied, `${applied}`)] });
        const subject = new RecordReader({ query } as unknown as Pool, OPENER, 10);
        subject.readsFrom({ tables, log, ...NOTHING, keyOf: sampleKeys });
        for (const each of steps) {
          if (each === 'write') written += 1;
          if (each === 'apply' && applied < written) applied += 1;
          if (each === 'announce' && announced < written) {
            announced += 1;
            subject.announced('a', announced, BigInt(announced * 10));
            span = { ...span, below: horizonOf(announced) };
          }
          if (each === 'lose' && announced < written) {
            announced = written;
            span = { from: horizonOf(written), below: horizonOf(written) };
          }
          if (each === 'forget') subject.clear();
          const asked = Math.floor((applied + written) / 2);
          const record =
            each === 'read' ? await subject.findFor(OWNER, 'a', horizonOf(asked)).catch(() => null) : null;
          if (record !== null) expect(record.snapshot.version).toBeGreaterThanOrEqual(asked);
        }
      }),
      { numRuns: 600 },
    );
  });
});
