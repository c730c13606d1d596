import { describe, expect, it } from '@jest/globals';
import { freshLogForEachTest, rowsOf, streamsOf, toStream } from '../testing/fresh-log.js';
import { newEvent } from '../testing/new-event.js';
import { EventStore } from './event-store.js';
import type { Append } from './events.js';

const log = freshLogForEachTest();

describe('many appends at once', () => {
  it('each succeed or change nothing', async () => {
    for (let index = 0; index < 10; index += 1) await log.store.append(toStream(`s${index}`, 0));
    // Even streams are expected at their version, odd ones at a wrong one, and new ones as missing.
    const appends = Array.from({ length: 30 }, (_, index) =>
      toStream(`s${index}`, index < 10 ? 1 + (index % 2) : (index % 2) * 5),
    );
    const outcomes = await Promise.all(appends.map((append) => log.store.append(append)));
    expect(outcomes.map((outcome) => outcome.appended)).toEqual(
      Array.from({ length: 30 }, (_, index) => index % 2 === 0),
    );
    const streams = (await streamsOf(log)) as { stream_id: string; version: number }[];
    const expected = Array.from({ length: 30 }, (_, index) => ({
      stream_id: `s${index}`,
      version: (index < 10 ? 1 : 0) + (index % 2 === 0 ? 1 : 0),
    })).filter(({ version }) => version > 0);
    expect(new Map(streams.map((row) => [row.stream_id, row.version]))).toEqual(
      new Map(expected.map((row) => [row.stream_id, row.version])),
    );
    expect(await rowsOf(log, 'events', 'stream_id, version')).toHaveLength(
      expected.reduce((sum, { version }) => sum + version, 0),
    );
  });

  it('fail alone where their own data is at fault', async () => {
    const companion = { signature: null, reason: 'a\0b', reason_salt: 'salt' };
    const faulty: Append = { ...toStream('nul', 0), events: [newEvent('nul', {}, { companion })] };
    const twice = newEvent('twice', {}, { companion: { ...companion, reason: 'why' } });
    const doubled: Append = { ...toStream('twice', 0), events: [twice, twice] };
    const outcomes = await Promise.allSettled(
      [toStream('a', 0), faulty, toStream('b', 0), doubled, toStream('c', 9)].map((each) =>
        log.store.append(each),
      ),
    );
    expect(outcomes.map(({ status }) => status)).toEqual([
      'fulfilled',
      'rejected',
      'fulfilled',
      'rejected',
      'fulfilled',
    ]);
    expect(await streamsOf(log)).toEqual([
      { stream_id: 'a', version: 1 },
      { stream_id: 'b', version: 1 },
    ]);
    expect(await rowsOf(log, 'companions')).toEqual([]);
  });

  it('to one stream have one winner for each version, in the order of commits', async () => {
    const others = Array.from({ length: 8 }, () => new EventStore(log.database.pool, log.schema));
    const write = async (own: EventStore, count: number): Promise<void> => {
      for (let done = 0; done < count;) {
        const { version } = await own.read('race');
        if ((await own.append(toStream('race', version))).appended) done += 1;
      }
    };
    await Promise.all(others.map((own) => write(own, 15)));
    const { rows: events } = await log.database.pool.query<{ version: number }>(
      `SELECT version FROM ${log.schema}.events ORDER BY tx, pos`,
    );
    expect(events.map(({ version }) => version)).toEqual(
      Array.from({ length: 120 }, (_, index) => index + 1),
    );
  });
});
