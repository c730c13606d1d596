import { beforeAll, describe, expect, it } from '@jest/globals';
import { DAY, dayOf } from '@service/platform/days';
import { createLogger } from '@service/platform/logging';
import { databaseOfFile } from '@service/testing/fixtures';
import { listInteractions } from '../reading/list-interactions.js';
import { LAST, newestLines, type LineSearch } from '../reading/newest-lines.js';
import { SampleWriter, startHistoryDatabase } from '../testing/history-database.js';
import { SubjectIndexer, indexedDays } from './subject-index.js';

const FIRST = Date.parse('2026-03-01T00:00:00Z');
const DAYS = ['2026-03-01', '2026-03-02', '2026-03-03'];
const PROJECT = 'prj_1';
/** Subjects may hold anything. */
const SUBJECTS = ['rec_1', '%', `"'\\`, 'ü', '\0', '","subjects":["rec_1', 'null', ''];

const database = databaseOfFile(startHistoryDatabase);
const logger = createLogger('silent');
const indexer = (now: number) => new SubjectIndexer(database.pool, logger, () => now);

beforeAll(async () => {
  const writers = [new SampleWriter(database), new SampleWriter(database)];
  for (let day = 0; day < DAYS.length; day += 1) {
    for (let commit = 0; commit < 30; commit += 1) {
      const at = FIRST + day * DAY + commit;
      const subject = SUBJECTS[commit] ?? `rec_other${commit}`;
      const lines = [
        { at, projectId: PROJECT, subjects: [subject, 'rec_2'].slice(0, 1 + (commit % 2)) },
        { at, projectId: PROJECT, subjects: [] },
      ];
      await writers[commit % 2]?.keep(lines);
    }
  }
  // What an intruder may have written.
  for (const [place, lines] of [
    'no JSON',
    '{"subjects":{"a":1}}',
    `{"subjects":["${'x'.repeat(5_000)}"]}`,
    '[]',
    '',
  ].entries()) {
    await database.pool.query(
      `INSERT INTO verify_api.interactions
       SELECT day, project_id, writer, 1000 + $1, line_count, first_at, last_at, first_request, last_request, links, $2, personal, tally
       FROM verify_api.interactions WHERE day = '2026-03-01' LIMIT 1`,
      [place, lines],
    );
  }
});

const searchFor = (subject: string): LineSearch => ({
  projectId: PROJECT,
  filter: { subject },
  range: { from: '', below: LAST },
});
const found = async (subject: string) =>
  (await listInteractions(database.pool, searchFor(subject), 100)).data.map((line) => line.request_id);
/** How many blocks a search looks at, with what a day costs. */
async function blocksFor(subject: string): Promise<number> {
  let last = 0;
  for await (const { blocks } of newestLines(database.pool, searchFor(subject))) last = blocks;
  return last;
}

describe('days that are over', () => {
  it('are indexed although one of them is locked, which is indexed later', async () => {
    const late = '2026-02-02';
    await new SampleWriter(database).keep([{ at: Date.parse(late), projectId: 'prj_2' }]);
    await new SampleWriter(database).keep([{ at: Date.parse(late) - DAY, projectId: 'prj_2' }]);
    const now = Date.parse(late) + 5 * DAY;
    const client = await database.pool.connect();
    await client.query('BEGIN');
    await client.query('LOCK TABLE verify_api.interactions_20260202 IN ROW EXCLUSIVE MODE');
    await expect(indexer(now).index()).rejects.toMatchObject({ cause: { code: '55P03' } });
    expect(await indexedDays(database.pool)).toEqual(new Set(['2026-02-01']));
    await client.query('ROLLBACK');
    client.release();
    await indexer(now).index();
    expect(await indexedDays(database.pool)).toEqual(new Set(['2026-02-01', late]));
  });

  it('are found by subject as before once they are indexed, in few blocks', async () => {
    const asked = [...SUBJECTS, 'rec_2', 'rec_other9', 'rec_none'];
    const before = await Promise.all(asked.map(found));
    expect(before[0]).toHaveLength(3);
    expect(before.at(-1)).toEqual([]);
    const searched = await blocksFor('rec_1');
    await indexer(FIRST + 10 * DAY).index();
    expect([...(await indexedDays(database.pool))]).toEqual(expect.arrayContaining(DAYS));
    expect(await Promise.all(asked.map(found))).toEqual(before);
    expect(searched - (await blocksFor('rec_1'))).toBe(3 * 29 + 5);
  });

  it('are searched by the index, not block by block', async () => {
    const { rows } = await database.pool.query<{ 'QUERY PLAN': string }>(
      `EXPLAIN SELECT sequence FROM verify_api.interactions
       WHERE day = '2026-03-01' AND verify_api.subjects_of(lines) @> verify_api.subjects_of('"subject":"rec_1"')`,
    );
    expect(JSON.stringify(rows)).toContain('interactions_20260301_subjects');
  });
});

describe('a day to which lines may still come', () => {
  it('is not indexed, and is found by its text', async () => {
    const now = Date.now();
    const writer = new SampleWriter(database);
    await writer.keep([{ at: now, projectId: PROJECT, subjects: ['rec_1'] }]);
    await indexer(now).index();
    expect((await indexedDays(database.pool)).has(dayOf(now))).toBe(false);
    expect(await found('rec_1')).toHaveLength(4);
    const indexing = database.pool.query('SELECT verify_api.index_interactions_day($1)', [
      dayOf(now - 2 * DAY),
    ]);
    await expect(indexing).rejects.toThrow('may still come');
  });
});
