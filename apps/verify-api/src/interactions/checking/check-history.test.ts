import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { EmbeddedDatabase } from '@service/testing';
import { SampleWriter, startHistoryDatabase } from '../../testing/history-database.js';
import { countBlocks } from '../../usage/count-blocks.js';
import { checkDay } from './check-day.js';
import { checkHistory } from './check-history.js';
import type { LaneFault } from './check-lane.js';

jest.setTimeout(120_000);

const DAY = '2026-03-01';
const NOON = Date.parse(`${DAY}T12:00:00Z`);

let database: EmbeddedDatabase;
let projects = 0;
let projectId: string;
let writer: SampleWriter;

beforeAll(async () => {
  database = await startHistoryDatabase();
});
afterAll(() => database.stop());
beforeEach(async () => {
  projects += 1;
  projectId = `prj_${projects}`;
  writer = new SampleWriter(database);
  for (const count of [3, 1, 200, 2]) {
    const lines = Array.from({ length: count }, (_, index) => ({
      at: NOON + index,
      projectId,
      items: index + 1,
      status: index % 2 === 0 ? 200 : 404,
      errorCode: index % 2 === 0 ? null : 'record.not_found',
    }));
    await writer.keep(lines);
  }
});

const faultsOf = async (): Promise<LaneFault[]> => {
  const { sound, data } = await checkDay(database.pool, projectId, DAY);
  expect(sound).toBe(data.every(({ fault_count }) => fault_count === 0));
  return data.flatMap(({ faults }) => faults);
};
const tamper = (set: string, sequence = 5) =>
  database.pool.query(
    `UPDATE verify_api.interactions SET ${set} WHERE project_id = $1 AND day = $2 AND sequence = $3`,
    [projectId, DAY, sequence],
  );

describe('a day that is as it was written', () => {
  it('is sound, before and after it was counted', async () => {
    await countBlocks(database.pool, DAY);
    const { data, ...rest } = await checkDay(database.pool, projectId, DAY);
    expect(rest).toEqual({ day: DAY, sound: true });
    expect(data).toMatchObject([
      { day: DAY, writer: writer.id, lines: 206, sound: true, fault_count: 0, faults: [] },
    ]);
    const { rows } = await database.pool.query<{ links: Buffer }>(
      'SELECT links FROM verify_api.interactions WHERE project_id = $1 ORDER BY sequence DESC LIMIT 1',
      [projectId],
    );
    expect(data[0]?.head).toBe(`sha256:${rows[0]?.links.subarray(-32).toString('hex')}`);
  });

  it('of a project that did nothing has no lanes', async () => {
    expect(await checkDay(database.pool, 'prj_idle', DAY)).toEqual({ day: DAY, sound: true, data: [] });
  });
});

describe('what a block says of its lines', () => {
  it.each([
    `line_count = line_count + 1`,
    `first_at = first_at - interval '1 second'`,
    `last_at = last_at + interval '1 second'`,
    `first_request = 'req_0'`,
    `last_request = 'req_Z'`,
    `tally = '[]'`,
    `tally = '{}'`,
    `tally = '[null]'`,
    `tally = replace(tally::text, '"items":', '"items":9')::json`,
    `tally = replace(tally::text, 'crd_one', 'crd_two')::json`,
    `sequence = 6`,
  ])('shows where it is not true any more: %s', async (set) => {
    await tamper(set);
    const sequence = set === 'sequence = 6' ? 6 : 5;
    expect(await faultsOf()).toEqual([{ kind: 'summary_edited', sequence, lines: 1, request_id: null }]);
  });
});

describe('the check of a day', () => {
  it('names a line that was edited', async () => {
    await tamper(`lines = replace(lines, '"sequence":105,', '"sequence":105, ')`);
    expect(await faultsOf()).toMatchObject([{ kind: 'edited', sequence: 105, lines: 1 }]);
  });

  it('shows a hundred faults of a lane at most, and says how many there are', async () => {
    await tamper(`lines = replace(lines, 'crd_one', 'crd_two')`);
    const { data } = await checkDay(database.pool, projectId, DAY);
    expect(data[0]).toMatchObject({ sound: false, fault_count: 200 });
    expect(data[0]?.faults).toHaveLength(100);
  });

  it('misses the end of a lane once it was counted', async () => {
    await countBlocks(database.pool, DAY);
    await database.pool.query(
      'DELETE FROM verify_api.interactions WHERE project_id = $1 AND sequence = 205',
      [projectId],
    );
    expect(await faultsOf()).toEqual([{ kind: 'missing', sequence: 205, lines: 2, request_id: null }]);
  });

  it('misses a lane of which nothing is left, and checks one that nothing tells of', async () => {
    await countBlocks(database.pool, DAY);
    await database.pool.query('DELETE FROM verify_api.interactions WHERE project_id = $1', [projectId]);
    expect(await faultsOf()).toEqual([{ kind: 'missing', sequence: 1, lines: 206, request_id: null }]);
    await database.pool.query('UPDATE verify_api.lanes SET project_id = $1 WHERE project_id = $2', [
      'gone',
      projectId,
    ]);
    await writer.keep([{ at: NOON + 500, projectId }]);
    await tamper(`lines = 'x'`, 207);
    expect(await faultsOf()).toMatchObject([
      { kind: 'personal_edited', sequence: 207 },
      { kind: 'missing', sequence: 1, lines: 206 },
      { kind: 'edited', sequence: 207 },
    ]);
  });

  it('does not look into other projects', async () => {
    await tamper(`lines = 'x'`);
    projectId = 'prj_sound';
    await new SampleWriter(database).keep([{ at: NOON, projectId }]);
    expect(await faultsOf()).toEqual([]);
  });
});

describe('the check of everything', () => {
  it('names day, project and writer of each fault, also of operators', async () => {
    const operator = new SampleWriter(database);
    await operator.keep([{ at: NOON + 86_400_000, projectId: null }]);
    await database.pool.query(`UPDATE verify_api.interactions SET lines = '{}' WHERE writer = $1`, [
      operator.id,
    ]);
    const found: unknown[] = [];
    const sum = await checkHistory(database.pool, '2026-03-02', (lane, fault) => found.push([lane, fault]));
    expect(sum).toEqual({ lanes: 1, lines: 1, faults: 2 });
    const lane = { day: '2026-03-02', project_id: 'operator', writer: operator.id };
    expect(found[0]).toMatchObject([lane, { kind: 'personal_edited' }]);
    expect(found[1]).toMatchObject([lane, { kind: 'edited', sequence: 1 }]);
    expect((await checkHistory(database.pool, null, () => {})).lanes).toBeGreaterThan(projects);
  });
});
