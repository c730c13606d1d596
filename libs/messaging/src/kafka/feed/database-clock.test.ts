import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { createLogger } from '@service/platform/logging';
import type { Pool } from 'pg';
import { DatabaseClock } from './database-clock.js';

/** The database's clock is an hour ahead of this process's. */
const AHEAD = 3_600_000;
let asked: number;
let took: number;
let failure: Error | null;
let clock: DatabaseClock;

beforeEach(async () => {
  jest.useFakeTimers({ now: 1_000_000_000_000 });
  [asked, took, failure] = [0, 0, null];
  const query = async () => {
    asked += 1;
    const time = Date.now() + AHEAD;
    jest.advanceTimersByTime(took);
    if (failure !== null) throw failure;
    return { rows: [{ time }] };
  };
  clock = new DatabaseClock({ query } as unknown as Pick<Pool, 'query'>, createLogger('silent'));
  await clock.start();
});
afterEach(async () => {
  await clock.stop();
  jest.useRealTimers();
});

const pass = (milliseconds: number) => jest.advanceTimersByTimeAsync(milliseconds);
const moment = () => Date.now() + AHEAD;

describe('the age of a moment of the database’s clock', () => {
  it('does not depend on the clock of the process', async () => {
    const then = moment();
    await pass(3_000);
    expect(clock.ageOf(then)).toBe(3_000);
    jest.setSystemTime(0);
    expect(clock.ageOf(then)).toBe(3_000);
  });

  it('is never less than the true one, however long the measurement took', async () => {
    took = 80;
    await pass(5_000);
    const then = moment();
    await pass(100);
    expect(clock.ageOf(then)).toBeGreaterThanOrEqual(100);
    expect(clock.ageOf(then)).toBeLessThan(1_000);
  });

  it('is unknown once the last good measurement is too long ago', async () => {
    failure = new Error('The database is away.');
    await pass(9_000);
    expect(clock.ageOf(moment())).toBeLessThan(1_000);
    await pass(2_000);
    expect(clock.ageOf(moment())).toBe(Date.now());
  });
});

it('the database is not asked while other statements tell its clock', async () => {
  for (let second = 0; second < 20; second += 1) {
    await pass(900);
    clock.learn(moment(), performance.now());
  }
  expect(asked).toBe(1);
  expect(clock.ageOf(moment())).toBe(0);
  await pass(1_000);
  expect(asked).toBe(2);
});

it('the database is asked where other statements take too long to tell its clock', async () => {
  for (let second = 0; second < 20; second += 1) {
    await pass(900);
    clock.learn(moment(), performance.now() - 900);
  }
  expect(asked).toBeGreaterThan(10);
  expect(clock.ageOf(moment())).toBeLessThan(300);
});

describe('a moment by the monotonic clock', () => {
  it('is as old as by the database’s, and unknown where it lies ahead', async () => {
    const then = moment();
    await pass(3_000);
    expect(clock.localOf(then)).toBe(performance.now() - 3_000);
    expect(clock.localOf(moment() + 1)).toBeNull();
  });
});
