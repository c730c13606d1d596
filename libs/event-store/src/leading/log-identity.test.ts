import { beforeEach, describe, expect, it } from '@jest/globals';
import { freshLogForEachTest, rowsOf } from '../testing/fresh-log.js';
import { assumeIdentity, countBeat, logIdentitySql, type LogIdentity } from './log-identity.js';

const fresh = freshLogForEachTest();

beforeEach(async () => {
  for (const statement of logIdentitySql(fresh.schema)) await fresh.database.pool.query(statement);
});

const assume = (remembered: LogIdentity | null) =>
  assumeIdentity(fresh.database.pool, fresh.schema, remembered);
const count = (identity: LogIdentity) => countBeat(fresh.database.pool, fresh.schema, identity);

/** Counts some times, as a leader does, and answers what the outside was told last. */
async function lead(identity: LogIdentity, beats: number): Promise<LogIdentity> {
  let told = identity;
  for (let done = 0; done < beats; done += 1) {
    const next = await count(told);
    if (next === null) throw new Error('The log is not where its leader left it.');
    told = next;
  }
  return told;
}

/** Puts the log back to where it was, as a restored backup does. */
const restore = ({ epoch, beat }: LogIdentity): Promise<unknown> =>
  fresh.database.pool.query(`UPDATE ${fresh.schema}.log_identity SET epoch = $1, beat = $2`, [epoch, beat]);

describe('the identity of a log', () => {
  it('at the first start is the first, for nobody remembers another', async () => {
    expect(await assume(null)).toEqual({ epoch: 1, beat: '1', raised: false });
  });

  it('after a restart goes on from where it was told last', async () => {
    const told = await lead(await assume(null), 3);
    expect(told).toEqual({ epoch: 1, beat: '4' });
    expect(await assume(told)).toEqual({ epoch: 1, beat: '5', raised: false });
  });

  it('goes on also where the last beats were counted and never told', async () => {
    const told = await lead(await assume(null), 3);
    await lead(told, 2);
    expect(await assume(told)).toEqual({ epoch: 1, beat: '7', raised: false });
  });

  it('goes on where the outside has forgotten everything', async () => {
    await lead(await assume(null), 3);
    expect(await assume(null)).toEqual({ epoch: 1, beat: '5', raised: false });
  });

  it('is raised above both where the outside remembers more than the log', async () => {
    const backup = await lead(await assume(null), 3);
    const told = await lead(backup, 5);
    await restore(backup);
    expect(await assume(told)).toEqual({ epoch: 2, beat: '10', raised: true });
    expect(await assume(told)).toEqual({ epoch: 2, beat: '11', raised: false });
  });

  it('is raised above an epoch that the log has never heard of', async () => {
    await assume(null);
    expect(await assume({ epoch: 7, beat: '1' })).toMatchObject({ epoch: 8, raised: true });
  });

  it('is raised again by a second restore to before the first one', async () => {
    const backup = await assume(null);
    await restore(backup);
    const raised = await assume(await lead(backup, 0).then(() => ({ epoch: 1, beat: '50' })));
    const told = await lead(raised, 2);
    await restore(backup);
    expect(await assume(told)).toMatchObject({ epoch: 3, raised: true });
  });

  it('is raised where the server is another one, also if nothing is missing', async () => {
    const told = await lead(await assume(null), 1);
    await fresh.database.pool.query(`UPDATE ${fresh.schema}.log_identity SET server = 'another/1'`);
    expect(await assume(told)).toMatchObject({ epoch: 2, raised: true });
    expect(await assume({ ...told, epoch: 2 })).toMatchObject({ epoch: 2, raised: false });
  });

  it('is the highest in both parts where the epoch is the outside’s and its beat the log’s', async () => {
    await lead(await assume(null), 9);
    const raised = await assume({ epoch: 3, beat: '2' });
    expect(raised).toEqual({ epoch: 4, beat: '11', raised: true });
    expect(await rowsOf(fresh, 'log_identity', 'epoch, beat')).toEqual([{ epoch: 4, beat: '11' }]);
  });
});

describe('counting on', () => {
  it('fails for whoever another has counted after', async () => {
    const first = await assume(null);
    const second = await assume(first);
    expect(await count(first)).toBeNull();
    expect(await count(second)).toEqual({ epoch: 1, beat: '3' });
  });

  it('fails once the log went back in time', async () => {
    const backup = await assume(null);
    const told = await lead(backup, 2);
    await restore(backup);
    expect(await count(told)).toBeNull();
  });

  it('is done once by those who count at the same time', async () => {
    const identity = await assume(null);
    const counted = await Promise.all(Array.from({ length: 10 }, () => count(identity)));
    expect(counted.filter((each) => each !== null)).toEqual([{ epoch: 1, beat: '2' }]);
  });
});
