import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { ServiceError } from '@service/contracts';
import { databaseOfFile } from '@service/testing/fixtures';
import { EventStore, type LoadedStream } from '../log/event-store.js';
import { eventLogSql } from '../log/schema.sql.js';
import { newEvent } from '../testing/new-event.js';
import { handleCommand, type CommandTarget, type Decision } from './handle-command.js';

const database = databaseOfFile();
let store: EventStore;

beforeEach(async () => {
  const schema = await database.freshSchema();
  for (const statement of eventLogSql(schema)) await database.pool.query(statement);
  store = new EventStore(database.pool, schema);
});

type Decide = (stream: LoadedStream) => Promise<Decision<number>> | Decision<number>;

/** Appends one event; answers the version of the stream after it. */
const grow: Decide = ({ version }) => ({ events: [newEvent('a')], result: version + 1 });

const handle = (
  decide: CommandTarget<number>['decide'],
  changes: Partial<CommandTarget<number>> = {},
): Promise<number> =>
  handleCommand(store, { command: { key: 'a', deadline: Date.now() + 10_000 }, decide, ...changes });

const overtake = async (version: number): Promise<void> => {
  const streams = [{ stream_id: 'a', expected: version }];
  expect(await store.append({ streams, events: [newEvent('a')], claims: [] })).toEqual({ appended: true });
};

const versionOf = async (streamId: string): Promise<number> => (await store.read(streamId)).version;

describe('a command', () => {
  it('is decided on the stream as it is, by the clock of the database', async () => {
    const readAt: Date[] = [];
    const decide: Decide = (stream) => {
      readAt.push(stream.readAt);
      return grow(stream);
    };
    expect(await handle(decide)).toBe(1);
    expect(await handle(decide)).toBe(2);
    const [first, second] = readAt.map((time) => time.getTime());
    expect(second).toBeGreaterThanOrEqual(first as number);
  });

  it('is decided again on the newer stream after a version conflict', async () => {
    const seen: number[] = [];
    const result = await handle(async (stream) => {
      seen.push(stream.version);
      if (stream.version < 2) await overtake(stream.version);
      return grow(stream);
    });
    expect(seen).toEqual([0, 1, 2]);
    expect(result).toBe(3);
    expect(await versionOf('a')).toBe(3);
  });

  it('is applied once for each of many concurrent senders', async () => {
    const results = await Promise.all(Array.from({ length: 12 }, () => handle(grow)));
    expect(results.sort((left, right) => left - right)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
  });

  it('gives up after a conflict at every attempt', async () => {
    let attempts = 0;
    const decide: Decide = async (stream) => {
      attempts += 1;
      await overtake(stream.version);
      return grow(stream);
    };
    await expect(handle(decide)).rejects.toMatchObject({ code: 'service.unavailable' });
    expect(await versionOf('a')).toBe(attempts);
    expect(attempts).toBe(20);
  });

  it('past its deadline writes nothing, and is not retried', async () => {
    const decide = jest.fn(grow);
    const late = handle(decide, { command: { key: 'a', deadline: Date.now() } });
    await expect(late).rejects.toMatchObject({ code: 'service.unavailable' });
    expect(decide).toHaveBeenCalledTimes(1);
    expect(await versionOf('a')).toBe(0);
  });

  it('with an empty decision appends nothing', async () => {
    expect(await handle(() => ({ events: [], result: 7 }))).toBe(7);
    const refusal = new ServiceError('record.not_found');
    await expect(handle(() => ({ events: [], refusal, result: 0 }))).rejects.toBe(refusal);
    expect(await versionOf('a')).toBe(0);
  });

  it('whose decision throws writes nothing', async () => {
    const refusal = new ServiceError('record.not_found');
    await expect(handle(() => Promise.reject(refusal))).rejects.toBe(refusal);
    expect(await versionOf('a')).toBe(0);
  });

  it('keeps the events that come before a refusal', async () => {
    const refusal = new ServiceError('record.transition_not_allowed');
    const decide: Decide = async (stream) => ({ ...(await grow(stream)), refusal });
    await expect(handle(decide)).rejects.toBe(refusal);
    expect(await versionOf('a')).toBe(1);
  });
});

describe('a command that names a version', () => {
  it('is refused where another append comes in between', async () => {
    await overtake(0);
    const conflict = new ServiceError('record.version_conflict');
    const raced = handle(async (stream) => {
      if (stream.version !== 1) throw conflict;
      await overtake(1);
      return grow(stream);
    });
    await expect(raced).rejects.toBe(conflict);
    expect(await versionOf('a')).toBe(2);
  });
});

describe('a decision', () => {
  const claim =
    (owner: string): Decide =>
    (stream) => ({
      ...(grow(stream) as Decision<number>),
      claims: [{ name: 'name', owner }],
    });

  it('that claims a name of another stream is refused with the id of that stream', async () => {
    const streams = [{ stream_id: 'b', expected: 0 }];
    await store.append({ streams, events: [newEvent('b')], claims: [{ name: 'name', owner: 'b' }] });
    const taken = (owner: string) => new ServiceError('record.already_exists', { existing_id: owner });
    await expect(handle(claim('a'), { taken })).rejects.toMatchObject({
      code: 'record.already_exists',
      extras: { existing_id: 'b' },
    });
    expect(await versionOf('a')).toBe(0);
  });

  it('is repeated where another stream that it rests on has changed, and gets the version found', async () => {
    const streams = [{ stream_id: 'b', expected: 0 }];
    await store.append({ streams, events: [newEvent('b')], claims: [] });
    const known = [2, 7, 1];
    const named: unknown[] = [];
    const result = await handle((stream, found) => {
      named.push(found.get('b'));
      const asserted = [{ stream_id: 'b', expected: known.shift() as number }];
      return { ...(grow(stream) as Decision<number>), asserted };
    });
    expect(result).toBe(1);
    expect(named).toEqual([undefined, 1, 1]);
    expect(known).toEqual([]);
    expect([await versionOf('a'), await versionOf('b')]).toEqual([1, 1]);
  });
});
