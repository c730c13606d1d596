import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createLogger } from '@service/platform/logging';
import { databaseOfFile } from '@service/testing/fixtures';
import type { Pool } from 'pg';
import { SampleWriter, startHistoryDatabase } from '../testing/history-database.js';
import { SampleLog } from '../testing/sample-log.js';
import { countBlocks } from './count-blocks.js';
import { closeLanes, findOpenDays, reopenLanes } from './open-lanes.js';
import { recountUsage } from './recount-usage.js';
import { UsageRoller } from './usage-roller.js';

const DAY = '2026-03-01';
const NOON = Date.parse(`${DAY}T12:00:00Z`);

const database = databaseOfFile(startHistoryDatabase);
beforeAll(async () => {
  await new SampleLog(database).open();
});
beforeEach(async () => {
  await database.pool.query(`TRUNCATE verify_api.interactions, verify_api.lanes, verify_api.usage,
    verify_api.usage_details, verify_api.credential_uses`);
});

const rowsOf = async (text: string) => (await database.pool.query<Record<string, unknown>>(text)).rows;
const counted = () =>
  rowsOf(`SELECT project_id, operation, outcome, sum(requests)::integer AS requests, sum(items)::integer AS items
    FROM verify_api.usage GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`);

/** Three writers with commits of a few lines each; twice as many items as requests. */
async function keepSome(commits = 20): Promise<void> {
  for (const writer of [0, 1, 2].map(() => new SampleWriter(database))) {
    for (let commit = 0; commit < commits; commit += 1) {
      const at = NOON + commit * 60_000;
      await writer.keep([
        { at, items: 3 },
        { at, status: 404 },
        { at, projectId: 'prj_two', items: 2 },
      ]);
    }
  }
}

const expected = (commits = 20) => [
  {
    project_id: 'prj_one',
    operation: 'records.verify',
    outcome: 'refused',
    requests: 3 * commits,
    items: 3 * commits,
  },
  {
    project_id: 'prj_one',
    operation: 'records.verify',
    outcome: 'succeeded',
    requests: 3 * commits,
    items: 9 * commits,
  },
  {
    project_id: 'prj_two',
    operation: 'records.verify',
    outcome: 'succeeded',
    requests: 3 * commits,
    items: 6 * commits,
  },
];

/** The pool; its connections break before a certain statement. */
function breakingAt(statement: number): Pool {
  let seen = 0;
  const broken = new Error('broken');
  const connect = async () => {
    const client = await database.pool.connect();
    const query = (...given: Parameters<typeof client.query>) => {
      seen += 1;
      if (seen === statement) {
        return client.query('ROLLBACK').then(() => Promise.reject(broken)) as never;
      }
      return client.query(...given) as never;
    };
    return { query, release: () => client.release() };
  };
  return { connect, query: database.pool.query.bind(database.pool) } as unknown as Pool;
}

describe('counting', () => {
  it('counts each block once, a batch at a time', async () => {
    await keepSome();
    const batches: number[] = [];
    do batches.push(await countBlocks(database.pool, DAY, 7));
    while (batches[batches.length - 1] !== 0);
    expect(await counted()).toEqual(expected());
    expect(batches.reduce((sum, each) => sum + each, 0)).toBe(120);
    expect(await countBlocks(database.pool, DAY)).toBe(0);
  });

  it('keeps credentials and error codes apart, and what neither has', async () => {
    const other = { type: 'credential', id: 'crd_two' } as const;
    const missing = { status: 404, errorCode: 'record.not_found' } as const;
    await new SampleWriter(database).keep([
      { at: NOON, items: 3 },
      { at: NOON, ...missing },
      { at: NOON, ...missing },
      { at: NOON, ...missing, actor: other },
      { at: NOON, actor: { type: 'service', id: 'webhook_dispatcher' } },
    ]);
    const expected = [
      { credential_id: '', error_code: '', requests: 1, items: 1 },
      { credential_id: 'crd_one', error_code: '', requests: 1, items: 3 },
      { credential_id: 'crd_one', error_code: 'record.not_found', requests: 2, items: 2 },
      { credential_id: 'crd_two', error_code: 'record.not_found', requests: 1, items: 1 },
    ];
    const details = () =>
      rowsOf(`SELECT credential_id, error_code, requests::integer, items::integer
        FROM verify_api.usage_details ORDER BY 1, 2`);
    await countBlocks(database.pool, DAY);
    expect(await details()).toEqual(expected);
    await database.pool.query('UPDATE verify_api.usage_details SET requests = 7');
    await recountUsage(database.pool);
    expect(await details()).toEqual(expected);
  });

  it('continues after the last counted block', async () => {
    const writer = new SampleWriter(database);
    for (let commits = 1; commits < 4; commits += 1) {
      await writer.keep([{ at: NOON + commits }]);
      await countBlocks(database.pool, DAY);
      expect(await counted()).toMatchObject([{ requests: commits }]);
    }
  });

  it('by two processes at once counts nothing twice', async () => {
    await keepSome();
    const roll = async () => {
      for (let tries = 0; tries < 60; tries += 1) {
        await countBlocks(database.pool, DAY, 5).catch(() => undefined);
      }
    };
    await Promise.all([roll(), roll(), roll()]);
    while ((await countBlocks(database.pool, DAY)) > 0);
    expect(await counted()).toEqual(expected());
  });

  it.each([1, 2, 3, 4, 5])(
    'that ends before its statement %i has counted nothing of its batch',
    async (statement) => {
      await keepSome(4);
      await expect(countBlocks(breakingAt(statement), DAY, 9)).rejects.toThrow('broken');
      expect(await counted()).toEqual([]);
      while ((await countBlocks(database.pool, DAY, 9)) > 0);
      expect(await counted()).toEqual(expected(4));
    },
  );

  it('in a run takes what is there, and leaves what keeps coming to the next', async () => {
    const writer = new SampleWriter(database);
    await writer.keep([{ at: NOON }]);
    let counts = 0;
    const connect = async () => {
      counts += 1;
      await writer.keep([{ at: NOON + counts }]);
      return database.pool.connect();
    };
    const busy = { connect, query: database.pool.query.bind(database.pool) } as unknown as Pool;
    await new UsageRoller(busy, createLogger('silent'), () => NOON).roll();
    expect(counts).toBe(1);
  });

  it('remembers when a credential was used last, to the minute, and never earlier', async () => {
    const [early, late] = [new SampleWriter(database), new SampleWriter(database)];
    await late.keep([{ at: NOON + 150_000 }]);
    await countBlocks(database.pool, DAY);
    await early.keep([{ at: NOON }, { at: NOON, actor: { type: 'credential', id: 'crd_two' } }]);
    await countBlocks(database.pool, DAY);
    expect(await rowsOf('SELECT * FROM verify_api.credential_uses ORDER BY 1')).toEqual([
      { credential_id: 'crd_one', last_used_at: new Date(NOON + 120_000) },
      { credential_id: 'crd_two', last_used_at: new Date(NOON) },
    ]);
  });
});

describe('a lane of a past day', () => {
  it('is closed when it is counted and sealed and its day has been over for a day, and is reopened by a late block', async () => {
    const writer = new SampleWriter(database);
    await writer.keep([{ at: NOON }]);
    const late = writer.link([{ at: NOON + 1 }]);
    await closeLanes(database.pool, '2026-03-03');
    expect(await findOpenDays(database.pool)).toEqual([DAY]);
    const roller = new UsageRoller(database.pool, createLogger('silent'), () =>
      Date.parse('2026-03-02T23:59:59Z'),
    );
    await roller.roll();
    await closeLanes(database.pool, '2026-03-03');
    expect(await findOpenDays(database.pool)).toEqual([DAY]);
    await new SampleLog(database).seal();
    await closeLanes(database.pool, '2026-03-02');
    expect(await findOpenDays(database.pool)).toEqual([DAY]);
    await closeLanes(database.pool, '2026-03-03');
    expect(await findOpenDays(database.pool)).toEqual([]);
    expect(await reopenLanes(database.pool, DAY)).toBe(false);
    await writer.store(late);
    expect(await reopenLanes(database.pool, DAY)).toBe(true);
    await roller.roll();
    expect(await counted()).toMatchObject([{ requests: 2 }]);
  });
});

describe('a recount', () => {
  it('corrects wrong counts, and keeps the counts of dropped days', async () => {
    await keepSome(3);
    while ((await countBlocks(database.pool, DAY)) > 0);
    await database.pool.query('UPDATE verify_api.usage SET requests = 7');
    await database.pool.query(
      `INSERT INTO verify_api.usage VALUES ('prj_old', '2026-02-28T23:00:00Z', 'x', 'failed', 5, 5)`,
    );
    expect(await recountUsage(database.pool)).toBe(18);
    const old = { project_id: 'prj_old', operation: 'x', outcome: 'failed', requests: 5, items: 5 };
    expect(await counted()).toEqual([old, ...expected(3)]);
  });
});
