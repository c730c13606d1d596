import { describe, expect, it } from '@jest/globals';
import { freshLogForEachTest, rowsOf } from '../testing/fresh-log.js';
import { newEvent } from '../testing/new-event.js';
import { EventStore } from '../log/event-store.js';
import type { Append } from '../log/events.js';
import { forgetOutcomes } from './forget-outcomes.js';
import type { Outcome } from './outcome.js';

const log = freshLogForEachTest();

const inMilliseconds = (milliseconds: number): string => new Date(Date.now() + milliseconds).toISOString();

const outcome = (key: string, command_id: string, changes: Partial<Outcome> = {}): Outcome => ({
  key,
  command_id,
  body_digest: null,
  reply: { from: command_id },
  refusal: null,
  kept_until: inMilliseconds(60_000),
  ...changes,
});

/** Begins a stream, claims a name of its own, and leaves an outcome. */
const leaving = (stream_id: string, left: Outcome): Append => ({
  streams: [{ stream_id, expected: 0 }],
  events: [newEvent(stream_id)],
  claims: [{ name: `name of ${stream_id}`, owner: stream_id }],
  outcome: left,
});

describe('an outcome', () => {
  it('is kept with the events that it is the outcome of', async () => {
    const left = outcome('k', 'c1', { body_digest: 'd' });
    expect(await log.store.append(leaving('a', left))).toEqual({ appended: true });
    const [row] = await rowsOf(log, 'outcomes');
    expect(row).toEqual({ ...left, kept_until: new Date(left.kept_until) });
  });

  it('is not kept where the append is refused', async () => {
    await log.store.append(leaving('a', outcome('k', 'c1')));
    const taken: Append = {
      ...leaving('b', outcome('l', 'c2')),
      claims: [{ name: 'name of a', owner: 'b' }],
    };
    expect(await log.store.append(taken)).toMatchObject({ conflict: { kind: 'claim' } });
    expect(await log.store.append(leaving('a', outcome('m', 'c3')))).toMatchObject({
      conflict: { kind: 'version' },
    });
    expect(await rowsOf(log, 'outcomes', 'key, command_id')).toEqual([{ key: 'k', command_id: 'c1' }]);
  });

  it('under a key that has one refuses the whole append, which leaves nothing behind', async () => {
    const first = outcome('k', 'c1');
    await log.store.append(leaving('a', first));
    const results = await Promise.all([
      log.store.append(leaving('b', outcome('k', 'c2'))),
      log.store.append(leaving('c', outcome('l', 'c3'))),
    ]);
    expect(results).toMatchObject([
      { appended: false, conflict: { kind: 'outcome', standing: { key: 'k', reply: { from: 'c1' } } } },
      { appended: true },
    ]);
    expect(await rowsOf(log, 'streams', 'stream_id, version')).toEqual([
      { stream_id: 'a', version: 1 },
      { stream_id: 'c', version: 1 },
    ]);
    expect(await rowsOf(log, 'events', 'stream_id, version')).toHaveLength(2);
    expect(await rowsOf(log, 'claims', 'owner, name')).toEqual([
      { owner: 'a', name: 'name of a' },
      { owner: 'c', name: 'name of c' },
    ]);
  });

  it('may come alone', async () => {
    const alone = (command_id: string): Append => ({
      streams: [],
      events: [],
      claims: [],
      outcome: outcome('k', command_id),
    });
    expect(await log.store.append(alone('c1'))).toEqual({ appended: true });
    expect(await log.store.append(alone('c2'))).toMatchObject({
      conflict: { standing: { command_id: 'c1' } },
    });
    expect(await log.store.append({ ...alone('c3'), deadline: Date.now() })).toMatchObject({
      conflict: 'deadline',
    });
  });

  it('has one winner among concurrent appends of many processes, who has it all', async () => {
    const stores = Array.from({ length: 12 }, () => new EventStore(log.database.pool, log.schema));
    for (let round = 0; round < 10; round += 1) {
      const key = `k${round}`;
      const results = await Promise.all(
        stores.map((store, index) => store.append(leaving(`s${round}-${index}`, outcome(key, `c${index}`)))),
      );
      const winner = results.findIndex(({ appended }) => appended);
      const standing = expect.objectContaining({ reply: { from: `c${winner}` } });
      const lost = { appended: false, conflict: { kind: 'outcome', standing } };
      expect(results).toEqual(stores.map((_, index) => (index === winner ? { appended: true } : lost)));
    }
    for (const table of ['streams', 'events', 'claims', 'outcomes']) {
      expect(await rowsOf(log, table, '1 AS one, 1 AS two')).toHaveLength(10);
    }
  });

  it('has one winner in one process, too', async () => {
    const results = await Promise.all([
      log.store.append(leaving('a', outcome('k', 'c1'))),
      log.store.append(leaving('b', outcome('k', 'c2'))),
    ]);
    expect(results.filter(({ appended }) => appended)).toHaveLength(1);
  });
});

describe('an outcome whose time is over', () => {
  const over = { kept_until: inMilliseconds(-1) };

  it('leaves its key free again', async () => {
    await log.store.append(leaving('a', outcome('k', 'c1', over)));
    expect(await log.store.append(leaving('b', outcome('k', 'c2')))).toEqual({ appended: true });
    expect(await rowsOf(log, 'outcomes', 'key, command_id')).toEqual([{ key: 'k', command_id: 'c2' }]);
  });

  it('is forgotten, batch by batch; others are not', async () => {
    await log.database.pool.query(
      `INSERT INTO ${log.schema}.outcomes (key, command_id, reply, kept_until)
       SELECT n, 'c', '{}', now() + (n - 2500) * interval '1 minute' FROM generate_series(1, 2502) AS n`,
    );
    expect(await forgetOutcomes(log.database.pool, log.schema)).toBe(2500);
    expect(await rowsOf(log, 'outcomes', 'key, command_id')).toHaveLength(2);
    expect(await forgetOutcomes(log.database.pool, log.schema)).toBe(0);
  });
});
