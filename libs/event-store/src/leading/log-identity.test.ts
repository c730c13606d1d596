import { describe, expect, it } from '@jest/globals';
import { eventually } from '@service/testing';
import { freshLogForEachTest, rowsOf } from '../testing/fresh-log.js';
import { assumeIdentity, countBeat, type LogIdentity } from './log-identity.js';

const fresh = freshLogForEachTest();

const assume = (remembered: LogIdentity | null) =>
  assumeIdentity(fresh.database.pool, fresh.schema, remembered);
const count = async (identity: LogIdentity) =>
  (await countBeat(fresh.database.pool, fresh.schema, identity))?.identity ?? null;

/** Raises the count some times, as a leader does, and answers the identity that was last stored outside. */
async function lead(identity: LogIdentity, beats: number): Promise<LogIdentity> {
  let outside = identity;
  for (let done = 0; done < beats; done += 1) {
    const next = await count(outside);
    if (next === null) throw new Error('The log is not where its leader left it.');
    outside = next;
  }
  return outside;
}

/** Sets the log back, as a restored backup does. */
const restore = ({ epoch, beat }: LogIdentity): Promise<unknown> =>
  fresh.database.pool.query(`UPDATE ${fresh.schema}.log_identity SET epoch = $1, beat = $2`, [epoch, beat]);

describe('the identity of a log', () => {
  it('at the first start is the first, where none is stored outside', async () => {
    expect(await assume(null)).toEqual({ epoch: 1, beat: '1', raised: false });
  });

  it('after a restart continues from the one stored outside', async () => {
    const outside = await lead(await assume(null), 3);
    expect(outside).toEqual({ epoch: 1, beat: '4' });
    expect(await assume(outside)).toEqual({ epoch: 1, beat: '5', raised: false });
  });

  it('continues, too, where the last beats were counted and never stored outside', async () => {
    const outside = await lead(await assume(null), 3);
    await lead(outside, 2);
    expect(await assume(outside)).toEqual({ epoch: 1, beat: '7', raised: false });
  });

  it('continues where the outside has lost everything', async () => {
    await lead(await assume(null), 3);
    expect(await assume(null)).toEqual({ epoch: 1, beat: '5', raised: false });
  });

  it('is raised above both where the outside is ahead of the log', async () => {
    const backup = await lead(await assume(null), 3);
    const outside = await lead(backup, 5);
    await restore(backup);
    expect(await assume(outside)).toEqual({ epoch: 2, beat: '10', raised: true });
    expect(await assume(outside)).toEqual({ epoch: 2, beat: '11', raised: false });
  });

  it('is raised above an epoch that the log does not know', async () => {
    await assume(null);
    expect(await assume({ epoch: 7, beat: '1' })).toMatchObject({ epoch: 8, raised: true });
  });

  it('is raised again by a second restore to before the first one', async () => {
    const backup = await assume(null);
    await restore(backup);
    const raised = await assume(await lead(backup, 0).then(() => ({ epoch: 1, beat: '50' })));
    const outside = await lead(raised, 2);
    await restore(backup);
    expect(await assume(outside)).toMatchObject({ epoch: 3, raised: true });
  });

  it('is raised where the server has changed, even if nothing is missing', async () => {
    const outside = await lead(await assume(null), 1);
    await fresh.database.pool.query(`UPDATE ${fresh.schema}.log_identity SET server = 'another/1'`);
    expect(await assume(outside)).toMatchObject({ epoch: 2, raised: true });
    expect(await assume({ ...outside, epoch: 2 })).toMatchObject({ epoch: 2, raised: false });
  });

  it('names the server by its cluster and timeline', async () => {
    await assume(null);
    const named = `SELECT 1 AS epoch, s.system_identifier || '/' || c.timeline_id AS server
      FROM pg_control_system() AS s, pg_control_checkpoint() AS c`;
    const { rows } = await fresh.database.pool.query(named);
    expect(await rowsOf(fresh, 'log_identity', 'epoch, server')).toEqual(rows);
  });

  it('is raised once by two leaders that find the same restore', async () => {
    const backup = await lead(await assume(null), 3);
    const outside = await lead(backup, 5);
    await restore(backup);
    const { pool } = fresh.database;
    const first = await pool.connect();
    try {
      await first.query('BEGIN');
      const { rows } = await first.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
      const pid = rows[0]?.pid;
      const raised = await assumeIdentity(first, fresh.schema, outside);
      const second = assume(outside);
      await eventually(async () => {
        const waiting = 'SELECT FROM pg_stat_activity WHERE $1 = ANY (pg_blocking_pids(pid))';
        expect((await pool.query(waiting, [pid])).rowCount).toBe(1);
      });
      await first.query('COMMIT');
      expect([raised, await second]).toMatchObject([
        { epoch: 2, raised: true },
        { epoch: 2, raised: false },
      ]);
    } finally {
      first.release();
    }
  });

  it('is the highest in both parts where the outside has the higher epoch and the log the higher beat', async () => {
    await lead(await assume(null), 9);
    const raised = await assume({ epoch: 3, beat: '2' });
    expect(raised).toEqual({ epoch: 4, beat: '11', raised: true });
    expect(await rowsOf(fresh, 'log_identity', 'epoch, beat')).toEqual([{ epoch: 4, beat: '11' }]);
  });
});

describe('raising the count', () => {
  it('fails where another leader has raised it since', async () => {
    const first = await assume(null);
    const second = await assume(first);
    expect(await count(first)).toBeNull();
    expect(await count(second)).toEqual({ epoch: 1, beat: '3' });
  });

  it('fails once the log went back in time', async () => {
    const backup = await assume(null);
    const outside = await lead(backup, 2);
    await restore(backup);
    expect(await count(outside)).toBeNull();
  });

  it('fails where the server has changed, even if the count is the last one', async () => {
    const last = await lead(await assume(null), 2);
    await fresh.database.pool.query(`UPDATE ${fresh.schema}.log_identity SET server = 'another/1'`);
    expect(await count(last)).toBeNull();
    expect(await assume(last)).toMatchObject({ epoch: 2, raised: true });
  });

  it('is done once by concurrent leaders', async () => {
    const identity = await assume(null);
    const counted = await Promise.all(Array.from({ length: 10 }, () => count(identity)));
    expect(counted.filter((each) => each !== null)).toEqual([{ epoch: 1, beat: '2' }]);
  });
});
