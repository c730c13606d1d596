import { describe, expect, it } from '@jest/globals';
import { freshLogForEachTest, streamsOf } from '../testing/fresh-log.js';
import { newEvent } from '../testing/new-event.js';
import { EventStore } from './event-store.js';
import type { Append } from './events.js';

const log = freshLogForEachTest();

const claiming = (owner: string, names: string[], expected = 0): Append => ({
  streams: [{ stream_id: owner, expected }],
  events: [newEvent(owner)],
  claims: names.map((name) => ({ name, owner })),
});

async function claims(): Promise<Record<string, string>> {
  const { rows } = await log.database.pool.query<{ name: string; owner: string }>(
    `SELECT * FROM ${log.schema}.claims`,
  );
  return Object.fromEntries(rows.map(({ name, owner }) => [name, owner]));
}

describe('a claim', () => {
  it('of a free name belongs to its owner forever', async () => {
    expect(await log.store.append(claiming('a', ['name']))).toEqual({ appended: true });
    expect(await log.store.append(claiming('b', ['name']))).toEqual({
      appended: false,
      conflict: { kind: 'claim', name: 'name', owner: 'a' },
    });
    expect((await log.store.read('b')).version).toBe(0);
    expect(await claims()).toEqual({ name: 'a' });
  });

  it('is released where another claim of the same append is refused, and no stream is created', async () => {
    await log.store.append(claiming('a', ['taken']));
    const outcomes = await Promise.all([
      log.store.append(claiming('b', ['first', 'taken', 'third'])),
      log.store.append(claiming('c', ['other'])),
    ]);
    expect(outcomes).toEqual([
      { appended: false, conflict: { kind: 'claim', name: 'taken', owner: 'a' } },
      { appended: true },
    ]);
    expect(await claims()).toEqual({ taken: 'a', other: 'c' });
    expect(await streamsOf(log)).toMatchObject([{ stream_id: 'a' }, { stream_id: 'c' }]);
  });

  it('of a name that the owner has already is kept', async () => {
    await log.store.append(claiming('a', ['own']));
    expect(await log.store.append(claiming('a', ['own', 'another'], 1))).toEqual({ appended: true });
    expect((await log.store.read('a')).version).toBe(2);
    expect(await claims()).toEqual({ own: 'a', another: 'a' });
  });

  it('of an earlier append is not released where another claim of a later append is refused', async () => {
    await log.store.append(claiming('a', ['own']));
    await log.store.append(claiming('b', ['taken']));
    expect(await log.store.append(claiming('a', ['own', 'taken', 'new'], 1))).toMatchObject({
      appended: false,
    });
    expect(await claims()).toEqual({ own: 'a', taken: 'b' });
  });

  it('is not made where the append’s version is wrong', async () => {
    expect(await log.store.append(claiming('a', ['name'], 3))).toMatchObject({
      conflict: { kind: 'version' },
    });
    expect(await claims()).toEqual({});
  });

  it('has exactly one winner among concurrent appends of many processes', async () => {
    const stores = Array.from({ length: 12 }, () => new EventStore(log.database.pool, log.schema));
    const winners: string[] = [];
    for (let round = 0; round < 10; round += 1) {
      const outcomes = await Promise.all(
        stores.map((own, index) =>
          // Names in different orders: taking locks in these orders would deadlock.
          own.append(
            claiming(
              `s${round}-${index}`,
              index % 2 ? [`x${round}`, `y${round}`] : [`y${round}`, `x${round}`],
            ),
          ),
        ),
      );
      const won = outcomes.flatMap(({ appended }, index) => (appended ? [`s${round}-${index}`] : []));
      expect(won).toHaveLength(1);
      winners.push(...won);
    }
    const begun = (await streamsOf(log)) as { stream_id: string }[];
    expect(begun.map(({ stream_id }) => stream_id).sort()).toEqual(winners.sort());
    expect(await claims()).toEqual(
      Object.fromEntries(winners.flatMap((own) => ['x', 'y'].map((name) => [name + own[1], own]))),
    );
  });

  it('has one winner in one process, too, and the loser gets the owner’s id', async () => {
    const owners = ['a', 'b'];
    const outcomes = await Promise.all(owners.map((owner) => log.store.append(claiming(owner, ['n']))));
    const winner = owners[outcomes.findIndex(({ appended }) => appended)] as string;
    const lost = { appended: false, conflict: { kind: 'claim', name: 'n', owner: winner } };
    expect(outcomes).toEqual(owners.map((owner) => (owner === winner ? { appended: true } : lost)));
  });
});
