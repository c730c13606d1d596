import { describe, expect, it } from '@jest/globals';
import { eventually } from '@service/testing';
import { EventLog } from '../log/event-log.js';
import { freshLogForEachTest } from '../testing/fresh-log.js';
import { newEvent } from '../testing/new-event.js';
import { MemoryFold } from './memory-fold.js';

const log = freshLogForEachTest();

async function write(streamId: string, from: number, to: number): Promise<void> {
  for (let expected = from; expected < to; expected += 1) {
    const streams = [{ stream_id: streamId, expected }];
    await log.store.append({ streams, events: [newEvent(streamId)], claims: [] });
  }
}

describe('a fold in memory', () => {
  it('has folded the whole log when it has started, and then folds new events', async () => {
    await write('a', 0, 30);
    const versions: number[] = [];
    const fold = new MemoryFold(new EventLog(log.database.pool, log.schema), (event) =>
      versions.push(event.version),
    );
    await fold.start();
    expect(versions).toEqual(Array.from({ length: 30 }, (_, index) => index + 1));
    await write('a', 30, 40);
    await eventually(() => expect(versions).toEqual(Array.from({ length: 40 }, (_, index) => index + 1)));
    await fold.stop();
  });

  it('folds each event once while others write during its start', async () => {
    await write('a', 0, 50);
    const taken: string[] = [];
    const writing = Promise.all([write('b', 0, 40), write('c', 0, 40)]);
    const fold = new MemoryFold(new EventLog(log.database.pool, log.schema), (event) =>
      taken.push(event.event_id),
    );
    await fold.start();
    await writing;
    expect(await fold.follower.passed(await log.store.nextTransaction(), 10_000)).toBe(true);
    await fold.stop();
    expect(taken).toHaveLength(130);
    expect(new Set(taken).size).toBe(130);
  });

  it('does not fold an event again because a later one of its batch failed', async () => {
    await write('a', 0, 1);
    const taken: number[] = [];
    const errors: unknown[] = [];
    let failures = 2;
    const fold = new MemoryFold(
      new EventLog(log.database.pool, log.schema),
      ({ version }) => {
        if (version === 3 && failures-- > 0) throw new Error('cannot be folded');
        taken.push(version);
      },
      { pollMin: 5, pollMax: 5, onError: (error) => errors.push(error) },
    );
    await fold.start();
    const events = [newEvent('a'), newEvent('a'), newEvent('a')];
    await log.store.append({ streams: [{ stream_id: 'a', expected: 1 }], events, claims: [] });
    await eventually(() => expect(taken).toEqual([1, 2, 3, 4]));
    await fold.stop();
    expect(errors).toHaveLength(2);
  });
});
