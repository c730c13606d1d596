import { beforeEach, describe, expect, it } from '@jest/globals';
import { compareClocks } from '@service/contracts';
import { acquireLease, releaseLease, type Lease } from '@service/event-store';
import { digestText, readSeal, type HistorySeal } from '@service/evidence';
import { createLogger } from '@service/platform/logging';
import { eventually } from '@service/testing';
import { databaseOfFile } from '@service/testing/fixtures';
import type { Pool } from 'pg';
import { SampleWriter, startHistoryDatabase } from '../testing/history-database.js';
import { SAMPLE_ORIGIN, SampleLog } from '../testing/sample-log.js';
import { countBlocks } from '../usage/count-blocks.js';
import { closeLanes } from '../usage/open-lanes.js';
import { checkHistory } from '../checking/check-history.js';
import { HistorySealer } from './history-sealer.js';
import { SealedMeanwhileError, writeSeal } from './write-seal.js';

const DAY = '2026-03-01';
const NOON = Date.parse(`${DAY}T12:00:00Z`);
const logger = createLogger('silent');

const database = databaseOfFile(startHistoryDatabase);
let log: SampleLog;
let writer: SampleWriter;

beforeEach(async () => {
  await database.pool.query(`TRUNCATE verify_api.interactions, verify_api.lanes, verify_api.history_seals,
    verify_api.history_sealed_lanes, verify_api.leases`);
  log = new SampleLog(database);
  await log.open();
  writer = new SampleWriter(database);
});

const sealer = (pool = database.pool) => new HistorySealer(pool, log.commands, logger, () => NOON);
const keep = (projectId: string, count = 1, by = writer) =>
  by.keep(Array.from({ length: count }, (_, index) => ({ at: NOON + index, projectId })));
const readSeals = async (): Promise<HistorySeal[]> => {
  const { rows } = await database.pool.query<{ text: string }>(
    'SELECT text FROM verify_api.history_seals ORDER BY number',
  );
  return rows.map(({ text }) => readSeal(text) as HistorySeal);
};
const readLanes = async () => {
  const { rows } = await database.pool.query<{ seal: number; project_id: string; count: string }>(
    'SELECT seal, project_id, count FROM verify_api.history_sealed_lanes ORDER BY seal, project_id',
  );
  return rows.map(({ seal, project_id, count }) => [seal, project_id, Number(count)]);
};
/** Expects that all lines are sealed, in the log and without faults. */
const expectSound = async () => {
  const faults: unknown[] = [];
  await log.sequence();
  const check = await checkHistory(database.pool, null, {
    lane: (_, fault) => faults.push(fault),
    seal: (fault) => faults.push(fault),
  });
  expect([faults, check.unsealed]).toEqual([[], 0]);
  return check;
};

describe('a seal', () => {
  it('reaches the log in time, also from a process whose clock is behind', async () => {
    compareClocks(Date.now() + 90_000, 0);
    try {
      await keep('prj_a');
      await sealer().seal();
      expect(log.taken).toEqual([1]);
    } finally {
      compareClocks(Date.now(), 0);
    }
  });

  it('holds the heads of the lanes with new lines, and names the seal before', async () => {
    await keep('prj_b', 3);
    await keep('prj_a', 2);
    await sealer().seal();
    await keep('prj_b', 4);
    await sealer().seal();
    expect(await readLanes()).toEqual([
      [1, 'prj_a', 2],
      [1, 'prj_b', 3],
      [2, 'prj_b', 7],
    ]);
    const [first, second] = await readSeals();
    expect(first).toMatchObject({ number: 1, previous: null, moved: 2, log: SAMPLE_ORIGIN });
    expect(first?.sealed_at).toBe(`${DAY}T12:00:00.000Z`);
    const { rows } = await database.pool.query<{ text: string }>('SELECT text FROM verify_api.history_seals');
    expect(second).toMatchObject({ number: 2, previous: digestText(rows[0]?.text ?? ''), moved: 1 });
    expect(await expectSound()).toMatchObject({ lanes: 2, lines: 9, seals: 2 });
  });

  it('is not made without new lines, or without a log', async () => {
    await sealer().seal();
    await database.pool.query('DELETE FROM record_store_published.log_state');
    await keep('prj_a');
    await sealer().seal();
    expect(await readSeals()).toEqual([]);
  });

  it('covers a late commit to a lane that is older than others that are sealed', async () => {
    const slow = new SampleWriter(database);
    await keep('prj_a', 1, slow);
    const late = slow.link([{ at: NOON, projectId: 'prj_a' }]);
    await keep('prj_a', 5);
    await keep('prj_z', 5);
    await sealer().seal();
    await slow.store(late);
    await sealer().seal();
    expect(await readLanes()).toContainEqual([2, 'prj_a', 2]);
    await expectSound();
  });

  it('is what a lane waits for before it is closed', async () => {
    await keep('prj_a');
    await countBlocks(database.pool, DAY);
    await closeLanes(database.pool, '2026-04-01');
    await sealer().seal();
    expect(await readLanes()).toEqual([[1, 'prj_a', 1]]);
    await closeLanes(database.pool, '2026-04-01');
    const { rows } = await database.pool.query('SELECT closed FROM verify_api.lanes');
    expect(rows).toEqual([{ closed: true }]);
  });

  it.each([`sequence = 9223372036854775807`, `links = ''`, `line_count = -1`])(
    'of other lanes is made if the newest block of one was tampered with: %s',
    async (set) => {
      await keep('prj_a');
      await keep('prj_b');
      await database.pool.query(`UPDATE verify_api.interactions SET ${set} WHERE project_id = 'prj_a'`);
      await sealer().seal();
      expect(await readLanes()).toEqual([[1, 'prj_b', 1]]);
    },
  );
});

describe('a sealer that ends between two steps', () => {
  const lost = () => Promise.reject(new Error('lost'));

  it('before the seal is written leaves nothing', async () => {
    await keep('prj_a');
    const broken = {
      connect: () => lost(),
      query: database.pool.query.bind(database.pool),
    } as unknown as Pool;
    await expect(sealer(broken).seal()).rejects.toThrow('lost');
    await sealer().seal();
    expect(log.taken).toEqual([1]);
    await expectSound();
  });

  it.each(['before', 'after'] as const)(
    '%s the log accepts the seal leaves the seal to be sent again, and sealing continues',
    async (moment) => {
      await keep('prj_a');
      log[moment] = lost;
      await expect(sealer().seal()).rejects.toThrow('lost');
      await keep('prj_a');
      await expect(sealer().seal()).rejects.toThrow('lost');
      log[moment] = () => Promise.resolve();
      await sealer().seal();
      const seals = await readSeals();
      // At most one seal waits while the log is unavailable.
      expect(seals).toHaveLength(2);
      expect(log.taken).toEqual([1, 2]);
      await expectSound();
    },
  );
});

describe('two sealers', () => {
  it('that both believe that they lead never make two seals with one number', async () => {
    await keep('prj_a', 3);
    const lanes = [{ project_id: 'prj_a', day: DAY, writer: writer.id, count: 3, head: digestText('a') }];
    const place = { log: SAMPLE_ORIGIN, number: 1, previous: null, sealed_at: '' };
    const both = await Promise.allSettled([
      writeSeal(database.pool, null, lanes, place),
      writeSeal(database.pool, null, lanes, { ...place, sealed_at: 'later' }),
    ]);
    const refused = both.filter(({ status }) => status === 'rejected');
    expect(refused).toMatchObject([{ reason: expect.any(SealedMeanwhileError) }]);
    expect(await readLanes()).toHaveLength(1);
  });

  it('together seal all lines, even if one of them loses a race', async () => {
    const [one, other] = [sealer(), sealer()];
    for (let round = 0; round < 10; round += 1) {
      await keep('prj_a', 2);
      await keep('prj_b', 1);
      await Promise.allSettled([one.seal(), other.seal()]);
    }
    await one.seal();
    expect(await expectSound()).toMatchObject({ lanes: 2, lines: 30 });
  });

  it('write nothing by the one that has lost its lease', async () => {
    const wanted = { schema: 'verify_api', name: 'leader', holder: 'one' };
    const lease = (await acquireLease(database.pool, wanted, 60_000)) as Lease;
    const old = sealer();
    await old.begin(lease);
    await releaseLease(database.pool, lease);
    const next = (await acquireLease(database.pool, { ...wanted, holder: 'two' }, 60_000)) as Lease;
    await keep('prj_a');
    await expect(old.seal()).rejects.toMatchObject({ name: 'LeaseLostError' });
    await old.end();
    const leader = sealer();
    await leader.begin(next);
    await eventually(async () => expect(await readLanes()).toHaveLength(1));
    await leader.end();
    await expectSound();
  });
});

describe('seals that were removed or changed behind the service’s back', () => {
  it('do not prevent the next seal, which follows the newest one in the log', async () => {
    for (let round = 0; round < 3; round += 1) {
      await keep('prj_a');
      await sealer().seal();
    }
    const [, , third] = await readSeals();
    await database.pool.query('DELETE FROM verify_api.history_seals WHERE number = 3');
    await database.pool.query(`UPDATE verify_api.history_seals SET digest = 'x' WHERE number = 2`);
    await keep('prj_a');
    await sealer().seal();
    const seals = await readSeals();
    expect(seals.map(({ number }) => number)).toEqual([1, 2, 4]);
    expect(seals[2]?.previous).not.toBe(third?.previous);
    await log.sequence();
    const faults: unknown[] = [];
    await checkHistory(database.pool, null, {
      lane: (_, fault) => faults.push(fault),
      seal: (fault) => faults.push(fault),
    });
    expect(faults).toEqual([
      { seal: 2, kind: 'edited' },
      { seal: 3, kind: 'missing' },
    ]);
  });
});

describe('the lag of the seals', () => {
  it('grows while the log takes no seal, although lines wait in one lane alone', async () => {
    let now = NOON;
    let broken = true;
    log.before = () => (broken ? Promise.reject(new Error('no log')) : Promise.resolve());
    const leader = new HistorySealer(database.pool, log.commands, logger, () => now);
    expect(leader.lag()).toBeNull();
    await keep('prj_a');
    await leader.begin(null);
    now += 30_000;
    await eventually(async () => expect(await readSeals()).toHaveLength(1));
    expect(leader.lag()).toBe(30_000);
    broken = false;
    await eventually(() => expect(leader.lag()).toBe(0), { timeout: 20_000 });
    now += 5_000;
    await keep('prj_b');
    await eventually(() => expect(leader.lag()).toBe(0), { timeout: 20_000 });
    await leader.end();
    expect(leader.lag()).toBeNull();
  });
});
