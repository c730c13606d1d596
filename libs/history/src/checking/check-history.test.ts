import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { firstLinkOf, linkOf } from '@service/evidence';
import { databaseOfFile } from '@service/testing/fixtures';
import { SampleLog } from '../testing/sample-log.js';
import { SampleWriter, readBlocks, startHistoryDatabase } from '../testing/history-database.js';
import { countBlocks } from '../usage/count-blocks.js';
import { checkDay } from './check-day.js';
import { checkHistory } from './check-history.js';
import { HistoryWalk } from './history-walk.js';
import type { LaneFault } from './lane-walk.js';

const DAY = '2026-03-01';
const NOON = Date.parse(`${DAY}T12:00:00Z`);

const database = databaseOfFile(startHistoryDatabase);
let log: SampleLog;
let projects = 0;
let projectId: string;
let writer: SampleWriter;

beforeAll(async () => {
  log = new SampleLog(database);
  await log.open();
});
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
  it('is sound before and after it is counted', async () => {
    await countBlocks(database.pool, DAY);
    const { data, ...rest } = await checkDay(database.pool, projectId, DAY);
    expect(rest).toEqual({ day: DAY, dropped_at: null, sound: true, seal_faults: [] });
    expect(data).toMatchObject([
      {
        day: DAY,
        writer: writer.id,
        lines: 206,
        unsealed: 206,
        seal: null,
        sound: true,
        fault_count: 0,
        faults: [],
      },
    ]);
    const { rows } = await database.pool.query<{ links: Buffer }>(
      'SELECT links FROM verify_api.interactions WHERE project_id = $1 ORDER BY sequence DESC LIMIT 1',
      [projectId],
    );
    expect(data[0]?.head).toBe(`sha256:${rows[0]?.links.subarray(-32).toString('hex')}`);
  });

  it('of a project that did nothing has no lanes', async () => {
    expect(await checkDay(database.pool, 'prj_idle', DAY)).toMatchObject({ sound: true, data: [] });
  });
});

describe('the summary of a block', () => {
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
    `tally = replace(tally::text, 'record.not_found', 'rate.limited')::json`,
    `tally = replace(tally::text, ',"error_code":"record.not_found"', '')::json`,
    `sequence = 6`,
  ])('is checked against the lines: %s', async (set) => {
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

  it('reports a missing end of a lane that was counted', async () => {
    await countBlocks(database.pool, DAY);
    await database.pool.query(
      'DELETE FROM verify_api.interactions WHERE project_id = $1 AND sequence = 205',
      [projectId],
    );
    expect(await faultsOf()).toEqual([{ kind: 'cut_off', sequence: 205, lines: 2, request_id: null }]);
  });

  it('reports a lane that is missing completely, and checks one without a row in `lanes`', async () => {
    await countBlocks(database.pool, DAY);
    await database.pool.query('DELETE FROM verify_api.interactions WHERE project_id = $1', [projectId]);
    expect(await faultsOf()).toEqual([{ kind: 'cut_off', sequence: 1, lines: 206, request_id: null }]);
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

describe('the check of a day that is sealed', () => {
  const check = () => checkDay(database.pool, projectId, DAY);
  /** Links a line and all following lines again. */
  const rewrite = async (sequence: number) => {
    let link = firstLinkOf({ day: DAY, project_id: projectId, writer: writer.id });
    for (const block of await readBlocks(database.pool)) {
      if (block.project_id !== projectId) continue;
      const lines = block.lines.map((line, index) =>
        block.sequence + index === sequence ? line.replace('"channel":"api"', '"channel":"mcp"') : line,
      );
      const links = Buffer.concat(lines.map((line) => (link = linkOf(link, line))));
      await database.pool.query(
        'UPDATE verify_api.interactions SET lines = $1, links = $2 WHERE project_id = $3 AND sequence = $4',
        [lines.join('\n'), links, projectId, block.sequence],
      );
    }
  };

  beforeEach(async () => {
    await log.seal();
    for (let commit = 0; commit < 3; commit += 1) {
      await writer.keep([{ at: NOON + 300, projectId }]);
      await log.seal();
    }
  });

  it('shows how many lines are sealed, and by which seal', async () => {
    await writer.keep([{ at: NOON + 400, projectId }]);
    const { data, sound, seal_faults } = await check();
    expect(data).toMatchObject([{ lines: 210, unsealed: 1, seal: expect.any(Number) }]);
    expect([sound, seal_faults]).toEqual([true, []]);
  });

  it.each([
    [5, 1, 206],
    [206, 1, 206],
    [207, 207, 1],
    [209, 209, 1],
  ])('names the rewritten lines from %i on, to the second', async (edited, sequence, lines) => {
    await rewrite(edited);
    expect(await faultsOf()).toEqual([{ kind: 'rewritten', sequence, lines, request_id: null }]);
  });

  it('reports lines that were cut off, and a lane that is missing completely', async () => {
    await database.pool.query(
      'DELETE FROM verify_api.interactions WHERE project_id = $1 AND sequence > 206',
      [projectId],
    );
    expect(await faultsOf()).toEqual([{ kind: 'cut_off', sequence: 207, lines: 3, request_id: null }]);
    for (const table of ['interactions', 'lanes']) {
      await database.pool.query(`DELETE FROM verify_api.${table} WHERE project_id = $1`, [projectId]);
    }
    expect(await faultsOf()).toEqual([{ kind: 'cut_off', sequence: 1, lines: 209, request_id: null }]);
  });

  it('compares seals with the log, and lanes with their seal', async () => {
    const seal = (await check()).data[0]?.seal;
    const change = (text: string) => database.pool.query(text, [seal]);
    const faults = async () => (await check()).seal_faults;
    await change(`UPDATE verify_api.history_sealed_lanes SET count = 1, head = '\\x00' WHERE seal = $1`);
    expect(await faults()).toEqual([{ seal, kind: 'lanes_edited' }]);
    await change(
      `UPDATE verify_api.history_seals SET text = replace(text, '"moved":1', '"moved":2') WHERE number = $1`,
    );
    expect(await faults()).toEqual([{ seal, kind: 'edited' }]);
    await change('DELETE FROM verify_api.history_seals WHERE number = $1');
    expect(await faults()).toEqual([{ seal, kind: 'missing' }]);
    await change('UPDATE record_store_published.log_leaves SET slot = NULL WHERE sequence = $1');
    expect(await check()).toMatchObject({ sound: false, seal_faults: [{ seal, kind: 'unlogged' }] });
  });

  it('reports, over all seals, one that was removed with its lanes, or that does not follow the one before', async () => {
    const all = async () => {
      const faults: unknown[] = [];
      await checkHistory(database.pool, null, { lane() {}, seal: (fault) => faults.push(fault) });
      return faults;
    };
    const known = await all();
    const seal = Number((await check()).data[0]?.seal);
    await database.pool.query('DELETE FROM verify_api.history_seals WHERE number = $1', [seal - 1]);
    await database.pool.query('DELETE FROM verify_api.history_sealed_lanes WHERE seal = $1', [seal - 1]);
    expect(await all()).toEqual([...known, { seal: seal - 1, kind: 'missing' }]);
    await database.pool.query(
      `UPDATE record_store_published.log_leaves SET digest = '\\x01' WHERE sequence = $1`,
      [seal - 1],
    );
    expect(await all()).toEqual([...known, { seal: seal - 1, kind: 'missing' }, { seal, kind: 'unchained' }]);
  });

  it('does not report lanes of other projects in the same seal', async () => {
    const other = `${projectId}_other`;
    await writer.keep([
      { at: NOON + 500, projectId },
      { at: NOON + 500, projectId: other },
    ]);
    await log.seal();
    const { data, seal_faults } = await check();
    expect([data.length, seal_faults]).toEqual([1, []]);
    expect(JSON.stringify(data)).not.toContain(other);
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
    const sum = await checkHistory(database.pool, '2026-03-02', {
      lane: (lane, fault) => found.push([lane, fault]),
      seal: (fault) => found.push(fault),
    });
    expect(sum).toEqual({ lanes: 1, lines: 1, unsealed: 1, seals: 0, faults: 2 });
    const lane = { day: '2026-03-02', project_id: 'operator', writer: operator.id };
    expect(found[0]).toMatchObject([lane, { kind: 'personal_edited' }]);
    expect(found[1]).toMatchObject([lane, { kind: 'edited', sequence: 1 }]);
    expect((await checkHistory(database.pool, null, { lane() {}, seal() {} })).lanes).toBeGreaterThan(
      projects,
    );
  });
});

describe('a walk in small steps', () => {
  const walkThrough = async (between: () => Promise<void> = () => Promise.resolve()) => {
    const faults: LaneFault[] = [];
    const found = {
      lane: (lane: { project_id: string }, fault: LaneFault) => {
        if (lane.project_id === projectId) faults.push(fault);
      },
      seal: () => undefined,
    };
    const walk = new HistoryWalk(database.pool, DAY, found, { blocks: 1, lines: 1 });
    await walk.step();
    await between();
    let steps = 1;
    while (await walk.step()) steps += 1;
    return { faults, steps };
  };

  it('finds what a check of the day finds', async () => {
    await tamper(`lines = replace(lines, '"status":404', '"status":200')`);
    const { faults, steps } = await walkThrough();
    expect(faults).not.toEqual([]);
    expect(faults).toEqual(await faultsOf());
    // Each of the four blocks is a step.
    expect(steps).toBeGreaterThan(4);
  });

  it('takes a day that is dropped meanwhile for no fault', async () => {
    await countBlocks(database.pool, DAY);
    const remove = async () => {
      await database.pool.query('DELETE FROM verify_api.interactions WHERE project_id = $1', [projectId]);
    };
    await database.pool.query('DELETE FROM verify_api.lanes WHERE project_id <> $1', [projectId]);
    await database.pool.query('DELETE FROM verify_api.interactions WHERE project_id <> $1', [projectId]);
    try {
      const { faults } = await walkThrough(async () => {
        await database.pool.query('INSERT INTO verify_api.history_dropped_days (day) VALUES ($1)', [DAY]);
        await remove();
      });
      expect(faults).toEqual([]);
    } finally {
      await database.pool.query('DELETE FROM verify_api.history_dropped_days');
    }
    expect(await faultsOf()).toMatchObject([{ kind: 'cut_off' }]);
  });
});
