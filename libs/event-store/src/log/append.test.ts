import { describe, expect, it } from '@jest/globals';
import { freshLogForEachTest, rowsOf, streamsOf, toStream } from '../testing/fresh-log.js';
import { newEvent } from '../testing/new-event.js';
import type { Append } from './events.js';

const log = freshLogForEachTest();

describe('an append', () => {
  it('starts a new stream, and grows it from the version it was read at', async () => {
    expect(await log.store.append(toStream('a', 0, { n: 1 }))).toEqual({ appended: true });
    const two = { ...toStream('a', 1), events: [newEvent('a', { n: 2 }), newEvent('a', { n: 3 })] };
    expect(await log.store.append(two)).toEqual({ appended: true });
    const { events, version } = await log.store.read('a');
    expect(version).toBe(3);
    expect(events.map((event) => [event.version, event.data])).toEqual([
      [1, { n: 1 }],
      [2, { n: 2 }],
      [3, { n: 3 }],
    ]);
  });

  it.each([
    { expected: 0, actual: 2 },
    { expected: 1, actual: 2 },
    { expected: 3, actual: 2 },
  ])(
    'expecting version $expected of a stream at 2 conflicts and writes nothing',
    async ({ expected, actual }) => {
      await log.store.append({ ...toStream('a', 0), events: [newEvent('a'), newEvent('a')] });
      expect(await log.store.append(toStream('a', expected))).toEqual({
        appended: false,
        conflict: { kind: 'version', stream_id: 'a', actual },
      });
      expect((await log.store.read('a')).version).toBe(2);
    },
  );

  it('that expects a missing stream conflicts, and creates none', async () => {
    const outcome = await log.store.append(toStream('missing', 4));
    expect(outcome).toEqual({
      appended: false,
      conflict: { kind: 'version', stream_id: 'missing', actual: 0 },
    });
    expect(await streamsOf(log)).toEqual([]);
  });

  it('of two streams writes both or neither', async () => {
    await log.store.append(toStream('b', 0));
    const both = (expectedB: number): Append => ({
      streams: [
        { stream_id: 'a', expected: 0 },
        { stream_id: 'b', expected: expectedB },
      ],
      events: [newEvent('a'), newEvent('b')],
      claims: [{ name: 'name', owner: 'a' }],
    });
    expect(await log.store.append(both(7))).toMatchObject({ appended: false, conflict: { stream_id: 'b' } });
    expect(await streamsOf(log)).toEqual([{ stream_id: 'b', version: 1 }]);
    expect(await rowsOf(log, 'claims')).toEqual([]);
    expect(await log.store.append(both(1))).toEqual({ appended: true });
    expect(await streamsOf(log)).toEqual([
      { stream_id: 'a', version: 1 },
      { stream_id: 'b', version: 2 },
    ]);
  });

  it('that rests on a stream checks its version and does not change it', async () => {
    await log.store.append(toStream('rested-on', 0));
    const resting = (id: string, expected: number): Append => ({
      ...toStream(id, 0),
      asserted: [{ stream_id: 'rested-on', expected }],
    });
    expect(await log.store.append(resting('a', 1))).toEqual({ appended: true });
    expect(await log.store.append(resting('b', 2))).toMatchObject({ appended: false });
    expect(await streamsOf(log)).toEqual([
      { stream_id: 'a', version: 1 },
      { stream_id: 'rested-on', version: 1 },
    ]);
  });

  it('past its deadline writes nothing, while one beside it does', async () => {
    const late = { ...toStream('late', 0), claims: [{ name: 'n', owner: 'late' }], deadline: Date.now() - 1 };
    const outcomes = await Promise.all([log.store.append(late), log.store.append(toStream('in-time', 0))]);
    expect(outcomes).toEqual([{ appended: false, conflict: 'deadline' }, { appended: true }]);
    expect(await log.store.append(late)).toEqual({ appended: false, conflict: 'deadline' });
    expect(await streamsOf(log)).toEqual([{ stream_id: 'in-time', version: 1 }]);
    expect(await rowsOf(log, 'claims')).toEqual([]);
  });

  it('needs an event for every stream whose version it expects', async () => {
    const idle = { ...toStream('a', 0), events: [] };
    await expect(log.store.append(idle)).rejects.toThrow(TypeError);
    expect(await streamsOf(log)).toEqual([]);
  });

  it('needs the expected version of every stream that it writes to', async () => {
    const careless = { ...toStream('a', 0), events: [newEvent('a'), newEvent('b')] };
    await expect(log.store.append(careless)).rejects.toThrow(TypeError);
    expect(await streamsOf(log)).toEqual([]);
  });
});
