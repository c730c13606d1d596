import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Pause } from '@service/platform/scheduling';
import { eventually } from '@service/testing';
import type { EventLog, LogPage } from '../log/event-log.js';
import type { RecordedEvent } from '../log/events.js';
import { BEGINNING, type Position } from '../log/position.js';
import { LogFollower } from './log-follower.js';

/** Least and most milliseconds between two polls: where the follower rests for the most, it waits for a nudge. */
const [LEAST, MOST] = [1, 600_000];

let horizon: bigint;
/** What the next read finds. */
let found: RecordedEvent[];
let polls: number;
/** The position that the sink has stored. */
let stored: Position;
let meanwhile: () => void;
let rests: ReturnType<typeof jest.spyOn>;
let follower: LogFollower;

beforeEach(() => {
  [horizon, found, polls, stored, meanwhile] = [10n, [], 0, BEGINNING, () => undefined];
  rests = jest.spyOn(Pause.prototype, 'of');
  const readAll = (): Promise<LogPage> => {
    polls += 1;
    const page = {
      events: found.splice(0),
      horizon,
      ahead: horizon,
      readAt: 0,
      looksPast: false,
      full: false,
    };
    meanwhile();
    return Promise.resolve(page);
  };
  follower = new LogFollower(
    { readAll, schema: 'log' } as unknown as EventLog,
    { position: () => Promise.resolve(stored), apply: () => Promise.resolve() },
    { pollMin: LEAST, pollMax: MOST },
  );
});
afterEach(async () => {
  await follower.stop();
  rests.mockRestore();
});

/** Lets the follower find an event at a poll. */
function findsAt(poll: number): void {
  meanwhile = () => {
    if (polls === poll - 1) found.push({ position: { epoch: 1, tx: '9', pos: '1' } } as RecordedEvent);
  };
}

/** Resolves when the follower waits for a nudge; answers how often it has polled. */
async function untilIdle(): Promise<number> {
  await eventually(() => expect(rests.mock.lastCall).toEqual([MOST]));
  return polls;
}

async function nudge(transaction: bigint): Promise<void> {
  rests.mockClear();
  follower.nudge(transaction);
  await eventually(() => expect(rests).toHaveBeenCalled());
}

describe('a follower that is nudged', () => {
  beforeEach(async () => {
    follower.start();
    expect(await follower.passed(10n, 10_000)).toBe(true);
    await nudge(-1n);
    await untilIdle();
  });

  it('polls once where nothing holds back what the nudge was for', async () => {
    const before = polls;
    horizon = 12n;
    await nudge(11n);
    expect([await untilIdle(), rests.mock.calls]).toEqual([before + 1, [[MOST]]]);
  });

  it('polls again, ever more seldom, while an older transaction holds it back', async () => {
    await nudge(11n);
    await eventually(() => expect(rests.mock.calls.length).toBeGreaterThan(3));
    expect(rests.mock.calls.slice(0, 4)).toEqual([[LEAST], [2], [4], [8]]);
    horizon = 12n;
    const before = polls;
    await untilIdle();
    expect(polls).toBeLessThanOrEqual(before + 2);
  });

  it('polls soon again where it finds events while others are held back', async () => {
    findsAt(polls + 4);
    await nudge(11n);
    await eventually(() => expect(rests.mock.calls.length).toBeGreaterThan(5));
    expect(rests.mock.calls.slice(0, 6)).toEqual([[LEAST], [2], [4], [LEAST], [2], [4]]);
  });

  it('polls once more for a nudge that comes while it reads', async () => {
    const before = polls;
    meanwhile = () => {
      meanwhile = () => undefined;
      horizon = 13n;
      follower.nudge(12n);
    };
    horizon = 12n;
    await nudge(11n);
    expect(await untilIdle()).toBe(before + 2);
  });
});

it('a follower that nobody nudges polls ever more seldom, and soon again where it finds events', async () => {
  findsAt(4);
  follower.start();
  await eventually(() => expect(rests.mock.calls.length).toBeGreaterThan(4));
  expect(rests.mock.calls.slice(0, 5)).toEqual([[2], [4], [8], [LEAST], [2]]);
});

describe('a follower that rests after it has read up to transaction 10', () => {
  const place = { tx: '0', pos: '0' };
  const look = (ahead: bigint, { end = place, isSettled = true } = {}) =>
    follower.looked({
      moment: { sentAt: performance.now(), readAt: 77 },
      ahead,
      isSettled,
      ends: new Map([['log', end]]),
    });
  let before: number;

  beforeEach(async () => {
    follower.start();
    expect(await follower.passed(10n, 10_000)).toBe(true);
    await nudge(-1n);
    before = await untilIdle();
  });

  it('takes a look that shows nothing new as a poll', () => {
    look(15n);
    expect([follower.horizon, follower.currentAt, polls]).toEqual([15n, 77, before]);
  });

  it.each([
    ['shows a later event', () => look(15n, { end: { tx: '12', pos: '3' } })],
    ['came while a transaction was unfinished', () => look(15n, { isSettled: false })],
    ['is older than what it has read, or of a log that went back in time', () => look(9n)],
  ])('polls by itself where a look %s', async (_, shown) => {
    rests.mockClear();
    shown();
    expect(follower.horizon).toBe(10n);
    expect(await untilIdle()).toBe(before + 1);
  });

  it('continues at the stored position after it was told to read again', async () => {
    rests.mockClear();
    stored = { epoch: 1, tx: '5', pos: '1' };
    follower.readAgain();
    await untilIdle();
    expect(follower.coverage.at).toEqual(stored);
    rests.mockClear();
    look(15n);
    expect(await untilIdle()).toBe(before + 2);
  });
});
