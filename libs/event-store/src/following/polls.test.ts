import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Pause } from '@service/platform/scheduling';
import { eventually } from '@service/testing';
import type { EventLog, LogPage } from '../log/event-log.js';
import type { RecordedEvent } from '../log/events.js';
import { BEGINNING } from '../log/position.js';
import { LogFollower } from './log-follower.js';

/** Least and most milliseconds between two polls: where the follower rests for the most, it waits for a nudge. */
const [LEAST, MOST] = [1, 600_000];

let horizon: bigint;
/** What the next read finds. */
let found: RecordedEvent[];
let polls: number;
let meanwhile: () => void;
let rests: ReturnType<typeof jest.spyOn>;
let follower: LogFollower;

beforeEach(() => {
  [horizon, found, polls, meanwhile] = [10n, [], 0, () => undefined];
  rests = jest.spyOn(Pause.prototype, 'of');
  const readAll = (): Promise<LogPage> => {
    polls += 1;
    const page = { events: found.splice(0), horizon, full: false };
    meanwhile();
    return Promise.resolve(page);
  };
  follower = new LogFollower(
    { readAll } as unknown as EventLog,
    { position: () => Promise.resolve(BEGINNING), apply: () => Promise.resolve() },
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
    await nudge(9n);
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
