import { describe, expect, it, jest } from '@jest/globals';
import type { EventLog, LogPage } from '../log/event-log.js';
import type { RecordedEvent } from '../log/events.js';
import { BEGINNING } from '../log/position.js';
import { LogFollower, type FollowerOptions } from './log-follower.js';

const NOTHING = { events: [], horizon: 0n, ahead: 0n, readAt: 0, looksPast: false };

/** Milliseconds that each read takes, by the clock of these tests. */
const READ = 100;

/** A full page: its last transaction, and the last one that was committed by then. */
interface FullPage {
  last: number;
  committed: number;
}

/** Lets a follower read what `read` returns, until it returns undefined. */
async function followed(
  read: (follower: LogFollower, limit: number) => LogPage | undefined,
  options: FollowerOptions = {},
): Promise<void> {
  await new Promise<void>((resolve) => {
    const readAll = async (_: unknown, limit: number): Promise<LogPage> => {
      const page = read(follower, limit);
      if (page !== undefined) return page;
      resolve();
      return new Promise(() => undefined);
    };
    const sink = { position: () => Promise.resolve(BEGINNING), apply: () => Promise.resolve() };
    const follower = new LogFollower({ readAll } as unknown as EventLog, sink, options);
    follower.start();
  });
}

/** Lets a follower read full pages. @returns what it says of itself after each. */
async function after(pages: FullPage[]): Promise<{ horizon: bigint; age: number | null }[]> {
  let now = 1_000_000;
  const clock = jest.spyOn(performance, 'now').mockImplementation(() => now);
  const said: { horizon: bigint; age: number | null }[] = [];
  let turn = 0;
  await followed((follower) => {
    const age = follower.currentAt === null ? null : follower.age();
    if (turn > 0) said.push({ horizon: follower.horizon, age });
    const page = pages[turn++];
    if (page === undefined) return undefined;
    now += READ;
    const event = { position: { epoch: 1, tx: `${page.last}`, pos: '1' } } as RecordedEvent;
    const horizon = BigInt(page.committed + 1);
    return { events: [event], horizon, ahead: horizon, readAt: now, looksPast: false, full: true };
  });
  clock.mockRestore();
  return said;
}

describe('a follower that finds only full pages, because more is committed meanwhile', () => {
  it('has passed the transactions below the last one that it read', async () => {
    const said = await after([
      { last: 10, committed: 20 },
      { last: 15, committed: 30 },
    ]);
    expect(said.map(({ horizon }) => horizon)).toEqual([10n, 15n]);
  });

  it('is as old as a moment of which it has everything, and has not caught up before there is one', async () => {
    const said = await after([
      { last: 10, committed: 20 },
      // The next page may have more events of transaction 20.
      { last: 20, committed: 30 },
      { last: 21, committed: 40 },
      { last: 40, committed: 50 },
      { last: 41, committed: 60 },
    ]);
    expect(said.map(({ age }) => age)).toEqual([null, null, 3 * READ, 3 * READ, 3 * READ]);
  });
});

describe('a follower that is behind', () => {
  /** @param outcomes of its batches: whether each is full, took long, or failed. @returns how many events each asked for. */
  async function askedFor(outcomes: ('full' | 'slow' | 'last' | 'error')[]): Promise<number[]> {
    let now = 0;
    const clock = jest.spyOn(performance, 'now').mockImplementation(() => now);
    const asked: number[] = [];
    const read = (_: LogFollower, limit: number): LogPage | undefined => {
      const outcome = outcomes[asked.push(limit) - 1];
      if (outcome === undefined) return undefined;
      if (outcome === 'error') throw new Error('The database is away.');
      if (outcome === 'slow') now += 1_001;
      return { ...NOTHING, full: outcome !== 'last' };
    };
    await followed(read, { batchSize: 10, largestBatch: 40, pollMin: 1, pollMax: 1 });
    clock.mockRestore();
    return asked;
  }

  it('reads more at a time, up to its largest batch, until it has caught up', async () => {
    expect(await askedFor(['full', 'full', 'full', 'full', 'last'])).toEqual([10, 20, 40, 40, 40, 10]);
  });

  it('reads less again after a batch of more than a second, but never less than without being behind', async () => {
    const asked = await askedFor(['full', 'full', 'slow', 'slow', 'slow', 'full']);
    expect(asked).toEqual([10, 20, 40, 20, 10, 10, 20]);
  });

  it('reads less again after a failure, which a large batch may have caused', async () => {
    expect(await askedFor(['full', 'full', 'error', 'full'])).toEqual([10, 20, 40, 10, 20]);
  });
});
