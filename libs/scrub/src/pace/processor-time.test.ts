import { beforeEach, describe, expect, it } from '@jest/globals';
import { ProcessorTime } from './processor-time.js';

let time: ProcessorTime;
beforeEach(() => {
  time = new ProcessorTime();
});

describe('the processor time of a page', () => {
  it('is what it took, while pages of its kind take about as long', () => {
    expect([10, 12, 9, 18].map((took) => time.of('records', 99, took))).toEqual([10, 12, 9, 18]);
  });

  it('is at most twice that of the quickest page, row for row: the rest was waiting', () => {
    time.of('records', 99, 10);
    expect(time.of('records', 99, 500)).toBeCloseTo(20.2);
    expect(time.of('records', 199, 500)).toBeCloseTo(40.8, 0);
    expect(time.of('leaves', 99, 500)).toBe(500);
  });

  it('hardly grows while everything waits for an hour, and follows pages that cost more from now on', () => {
    time.of('records', 99, 10);
    const busy = Array.from({ length: 60 }, () => time.of('records', 99, 500));
    expect(Math.max(...busy)).toBeLessThan(40);
    for (let page = 0; page < 500; page += 1) time.of('records', 99, 100);
    expect(time.of('records', 99, 100)).toBe(100);
  });
});
