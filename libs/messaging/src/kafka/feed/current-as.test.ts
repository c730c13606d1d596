import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { CurrentAs, PartitionMoments } from './current-as.js';

/** Milliseconds by which the database's clock is ahead of the monotonic one. */
let ahead: number;
let moments: PartitionMoments;
let current: CurrentAs;

beforeEach(() => {
  jest.useFakeTimers();
  ahead = 3_600_000;
  const localOf = (moment: number) => (moment > database() ? null : moment - ahead);
  moments = new PartitionMoments({ localOf });
  current = new CurrentAs();
});
afterEach(() => void jest.useRealTimers());

const database = () => performance.now() + ahead;
const pass = (milliseconds: number) => jest.advanceTimersByTime(milliseconds);

/** The feed's age after its partitions have reported moments of the database's clock. */
function ageAfter(...reported: number[]): number {
  reported.forEach((at, partition) => moments.learn(`${partition}`, at));
  current.raise(moments.common(2));
  return current.age();
}

describe('a feed', () => {
  it('is as old as the partition that is furthest behind, and unknown until each has reported', () => {
    pass(5_000);
    expect(ageAfter(database())).toBe(Date.now());
    expect(ageAfter(database() - 100, database() - 900)).toBe(900);
    pass(50);
    expect(ageAfter(database() - 100)).toBe(950);
  });

  it('learns moments again at once after the database’s clock was set back', () => {
    expect(ageAfter(database(), database())).toBe(0);
    ahead -= 3_600_000;
    pass(1_000);
    expect(ageAfter(database() - 10, database() - 20)).toBe(20);
  });

  it('does not seem newer than it is after that, while a partition stands still', () => {
    const before = database();
    expect(ageAfter(before, before - 1_000)).toBe(1_000);
    ahead -= 30_000;
    pass(29_900);
    expect(ageAfter(database(), before - 1_000)).toBe(30_900);
    pass(1_000);
    expect(ageAfter(database(), before - 1_000)).toBe(31_900);
  });

  it('does not grow old because the clock is set forward', () => {
    expect(ageAfter(database(), database())).toBe(0);
    ahead += 60_000;
    pass(500);
    expect(current.age()).toBe(500);
  });
});
