import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { eventually } from '@service/testing';
import { databaseOfFile } from '@service/testing/fixtures';
import type { PoolClient } from 'pg';
import { EventLog } from '../log/event-log.js';
import { EventStore } from '../log/event-store.js';
import type { RecordedEvent } from '../log/events.js';
import { ownedLogSql } from '../log/schema.sql.js';
import { newEvent } from '../testing/new-event.js';
import type { FollowerOptions, LogFollower } from './log-follower.js';
import { readPosition, type Effect } from './positions.js';
import { NotPreparedError, subscribe, type Consumer } from './subscription.js';

const database = databaseOfFile();
let schema: string;
let store: EventStore;
let following: LogFollower | undefined;

beforeEach(async () => {
  schema = await database.freshSchema();
  const tables = `CREATE TABLE ${schema}.effects (seq serial, name text)`;
  for (const statement of [...ownedLogSql(schema), tables]) {
    await database.pool.query(statement);
  }
  store = new EventStore(database.pool, schema);
});
afterEach(() => following?.stop());

async function write(...names: string[]): Promise<void> {
  for (const name of names) {
    await store.append({ streams: [{ stream_id: name, expected: 0 }], events: [newEvent(name)], claims: [] });
  }
}

async function enter(client: PoolClient, events: RecordedEvent[]): Promise<void> {
  for (const event of events) {
    await client.query(`INSERT INTO ${schema}.effects (name) VALUES ($1)`, [event.stream_id]);
  }
}

async function effects(): Promise<string[]> {
  const { rows } = await database.pool.query<{ name: string }>(
    `SELECT name FROM ${schema}.effects ORDER BY seq`,
  );
  return rows.map((row) => row.name);
}

function follow(consumer: Partial<Consumer>, options: FollowerOptions = {}): LogFollower {
  const log = new EventLog(database.pool, schema);
  const whole: Consumer = { name: 'c', schema, repeatable: true, apply: enter, ...consumer };
  following = subscribe(database.pool, log, whole, { pollMin: 5, pollMax: 20, ...options });
  following.start();
  return following;
}

const passEverything = async (): Promise<boolean> =>
  following?.passed(await store.nextTransaction(), 10_000) ?? false;

describe('a subscription', () => {
  it('continues at its position when it starts again', async () => {
    await write('a', 'b');
    follow({});
    expect(await passEverything()).toBe(true);
    await following?.stop();
    await write('c');
    follow({});
    await passEverything();
    expect(await effects()).toEqual(['a', 'b', 'c']);
  });

  it('stores no position for events that do not concern it, and reads them again when it starts again', async () => {
    const seen: string[] = [];
    const concerns = ({ stream_id }: RecordedEvent): boolean => {
      seen.push(stream_id);
      return stream_id === 'b';
    };
    const stored = async () => (await readPosition(database.pool, schema, 'c')).tx;
    await write('a');
    follow({ concerns });
    expect([await passEverything(), await stored()]).toEqual([true, '0']);
    await following?.stop();
    follow({ concerns });
    expect([await passEverything(), seen]).toEqual([true, ['a', 'a']]);
    await write('b');
    expect([await passEverything(), await effects()]).toEqual([true, ['b']]);
    const { position } = (await store.read('b')).events[0] as RecordedEvent;
    expect(await stored()).toBe(position.tx);
  });

  it('stores nothing of a batch that fails in the middle, reports it, and repeats it', async () => {
    await write('a', 'b', 'c');
    const errors: unknown[] = [];
    const seenMeanwhile: string[][] = [];
    let failures = 2;
    const apply = async (client: PoolClient, events: RecordedEvent[]): Promise<void> => {
      seenMeanwhile.push(await effects());
      await enter(client, events.slice(0, 2));
      if (failures-- > 0) throw new Error('in the middle');
      await enter(client, events.slice(2));
    };
    follow({ apply }, { onError: (error) => errors.push(error) });
    expect(await passEverything()).toBe(true);
    expect(errors).toEqual([new Error('in the middle'), new Error('in the middle')]);
    expect(seenMeanwhile).toEqual([[], [], []]);
    expect(await effects()).toEqual(['a', 'b', 'c']);
  });

  it('is prepared before a batch, outside of a transaction, and gets it again until it is ready', async () => {
    await write('a');
    const answers = [false, true];
    const open: number[] = [];
    const prepare = async (): Promise<boolean> => {
      const { rows } = await database.pool.query(
        "SELECT FROM pg_stat_activity WHERE state = 'idle in transaction' AND application_name = 'test'",
      );
      open.push(rows.length);
      return answers.shift() ?? true;
    };
    const errors: unknown[] = [];
    follow({ prepare }, { onError: (error) => errors.push(error) });
    expect(await passEverything()).toBe(true);
    expect(errors).toEqual([expect.any(NotPreparedError)]);
    expect([open, await effects()]).toEqual([[0, 0], ['a']]);
  });

  it('stores its position after so many events that do not concern it', async () => {
    const log = new EventLog(database.pool, schema);
    const none: Consumer = { name: 'c', schema, repeatable: true, apply: enter, concerns: () => false };
    following = subscribe(database.pool, log, none, { pollMin: 5, pollMax: 20, batchSize: 1 }, 2);
    following.start();
    await write('a');
    const stored = async () => (await readPosition(database.pool, schema, 'c')).tx;
    expect([await passEverything(), await stored()]).toEqual([true, '0']);
    await write('b');
    expect(await passEverything()).toBe(true);
    expect(await stored()).toBe((await store.read('b')).events[0]?.position.tx);
  });

  it('has larger batches while it is behind', async () => {
    await write('a', 'b', 'c', 'd', 'e', 'f', 'g');
    const seen: number[] = [];
    const apply = (_: PoolClient, { length }: RecordedEvent[]) => Promise.resolve(void seen.push(length));
    follow({ apply }, { batchSize: 1 });
    expect(await passEverything()).toBe(true);
    expect(seen).toEqual([1, 2, 4]);
  });

  it('repeats a batch whose connection broke between effect and commit', async () => {
    await write('a', 'b');
    let kills = 2;
    const errors: unknown[] = [];
    const apply = async (client: PoolClient, events: RecordedEvent[]): Promise<void> => {
      await enter(client, events);
      if (kills-- <= 0) return;
      const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
      await database.pool.query('SELECT pg_terminate_backend($1, 5000)', [rows[0]?.pid]);
    };
    follow({ apply }, { onError: (error) => errors.push(error) });
    expect(await passEverything()).toBe(true);
    expect(errors).toHaveLength(2);
    expect(await effects()).toEqual(['a', 'b']);
  });

  it('whose position was moved elsewhere drops its batch, is notified, and continues from there', async () => {
    const moved = jest.fn();
    await write('a');
    follow({ moved });
    await passEverything();
    expect(await effects()).toEqual(['a']);
    await database.pool.query(`UPDATE ${schema}.positions SET tx = '0', pos = 0`);
    await write('b');
    await eventually(async () => expect(await effects()).toEqual(['a', 'a', 'b']));
    expect(moved).toHaveBeenCalledTimes(1);
  });

  describe('with an effect of one statement', () => {
    const entering = (events: RecordedEvent[], more: Partial<Effect> = {}): Effect => ({
      name: `${schema}.enter`,
      text: `INSERT INTO ${schema}.effects (name) SELECT name FROM moved, unnest($1::text[]) AS batch (name)`,
      values: [events.map(({ stream_id }) => stream_id)],
      ...more,
    });
    const apply = () => Promise.reject(new Error('in a transaction'));
    const effect: Consumer['effect'] = (events) => Promise.resolve(entering(events));

    it.each([true, false])('stores it with its position, repeatable or not: %s', async (repeatable) => {
      await write('a', 'b');
      follow({ apply, effect, repeatable });
      expect(await passEverything()).toBe(true);
      await following?.stop();
      follow({ apply, effect, repeatable });
      await write('c');
      expect([await passEverything(), await effects()]).toEqual([true, ['a', 'b', 'c']]);
      const { position } = (await store.read('c')).events[0] as RecordedEvent;
      expect(await readPosition(database.pool, schema, 'c')).toMatchObject({ tx: position.tx });
    });

    it('has none where its position was moved elsewhere', async () => {
      const moved = jest.fn();
      await write('a');
      follow({ apply, effect, moved });
      await passEverything();
      const { position } = (await store.read('a')).events[0] as RecordedEvent;
      const ahead = BigInt(position.tx) + 1_000_000n;
      await database.pool.query(`UPDATE ${schema}.positions SET tx = '${ahead}'`);
      await write('b');
      await eventually(() => expect(moved).toHaveBeenCalledTimes(1));
      expect(await effects()).toEqual(['a']);
    });

    it('is repeated with its position where it failed, which is told', async () => {
      await write('a');
      const failed = jest.fn();
      let failures = 1;
      follow({
        apply,
        effect: (events) => {
          const whole = entering(events, { failed });
          if (failures-- <= 0) return Promise.resolve(whole);
          const text = whole.text.replace('SELECT name', 'SELECT name || 1 / (length(name) - 1)');
          return Promise.resolve({ ...whole, name: 'failing', text });
        },
      });
      expect([await passEverything(), await effects()]).toEqual([true, ['a']]);
      expect(failed).toHaveBeenCalledTimes(1);
    });

    it('applies a batch whose effect is more than that', async () => {
      await write('a', 'b');
      follow({ apply, effect: (events) => Promise.resolve((client) => enter(client, events)) });
      expect([await passEverything(), await effects()]).toEqual([true, ['a', 'b']]);
      await following?.stop();
      await write('c');
      follow({ effect: () => Promise.resolve(null) });
      expect([await passEverything(), await effects()]).toEqual([true, ['a', 'b', 'c']]);
    });
  });

  it('reports applied events only after the commit, and none of a failed batch', async () => {
    await write('a');
    const reported: string[][] = [];
    let failures = 1;
    follow({
      async apply(client, events) {
        await enter(client, events);
        if (failures-- > 0) throw new Error('once');
      },
      applied: () => void effects().then((names) => reported.push(names)),
    });
    await passEverything();
    await eventually(() => expect(reported).toEqual([['a']]));
  });

  it.each([
    { repeatable: true, commits: 'off' },
    { repeatable: false, commits: 'on' },
  ])('has synchronous commits $commits where its effects are repeatable: $repeatable', async (given) => {
    const { repeatable, commits } = given;
    await write('a');
    const settings: unknown[] = [];
    const apply = async (client: PoolClient): Promise<void> => {
      settings.push((await client.query('SHOW synchronous_commit')).rows[0]);
    };
    follow({ repeatable, apply });
    await passEverything();
    expect(settings).toEqual([{ synchronous_commit: commits }]);
  });

  it('of another name has another position', async () => {
    await write('a');
    follow({});
    await passEverything();
    await following?.stop();
    follow({ name: 'other' });
    await passEverything();
    expect(await effects()).toEqual(['a', 'a']);
  });
});
