import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { agreedNow, clockOffset, compareClocks } from './agreed-clock.js';
import { newId, timeOfId } from './ids.js';

afterEach(() => {
  jest.restoreAllMocks();
  compareClocks(Date.now(), 0);
});

/** How far the agreed clock is from this process's, to the second. */
const ahead = () => Math.round((agreedNow() - Date.now()) / 1_000);

describe('the clock on which processes agree', () => {
  it.each([90_000, -90_000])('is the database’s where that is %d ms ahead', (apart) => {
    compareClocks(Date.now() + apart, 10);
    expect(ahead()).toBe(apart / 1_000);
    expect(Math.round(clockOffset() / 1_000)).toBe(apart / 1_000);
    const madeAt = timeOfId(newId('record'), 'record') as number;
    expect(Math.round((madeAt - Date.now()) / 1_000)).toBe(apart / 1_000);
  });

  it.each([90_000, -90_000])('is not the own one that was set by %d ms since they agreed', (set) => {
    const right = Date.now;
    compareClocks(right(), 0);
    jest.spyOn(Date, 'now').mockImplementation(() => right() + set);
    expect((agreedNow() - right()) / 1_000).toBeCloseTo(0, 0);
    expect(Math.round(clockOffset() / 1_000)).toBe(-set / 1_000);
  });

  it.each([
    ['within a second', 900, 10],
    ['within a second of what a slow answer leaves open', 900, 2_000],
  ])('is the process’s own where they agree %s', (_, apart, took) => {
    compareClocks(Date.now() + apart, took);
    expect(clockOffset()).toBe(0);
  });

  it('is the process’s own again only where they agree clearly', () => {
    for (const [apart, ahead] of [
      [1_500, true],
      [800, true],
      [400, false],
      [800, false],
    ] as const) {
      compareClocks(Date.now() + apart, 0);
      expect([apart, clockOffset() > 0]).toEqual([apart, ahead]);
    }
  });

  it('stays as it was where the database answers too slowly', () => {
    compareClocks(Date.now() + 90_000, 10);
    compareClocks(Date.now(), 2_001);
    expect(ahead()).toBe(90);
  });
});
