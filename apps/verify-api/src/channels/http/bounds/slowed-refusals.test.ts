import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { SlowedRefusals } from './slowed-refusals.js';

describe('refusals', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  function refuse(refusals: SlowedRefusals, payer: string, number: number) {
    const answered = jest.fn();
    const kind = payer.startsWith('prj_') ? 'known' : 'unknown';
    for (let count = 0; count < number; count += 1) refusals.slow(payer, answered, kind);
    return answered;
  }

  it('of one payer wait where they are many in a second, those of others do not', () => {
    const refusals = new SlowedRefusals();
    const answered = refuse(refusals, 'prj_a', 150);
    expect(answered).toHaveBeenCalledTimes(100);
    expect(refuse(refusals, 'prj_b', 1)).toHaveBeenCalledTimes(1);
    jest.advanceTimersByTime(249);
    expect(answered).toHaveBeenCalledTimes(100);
    jest.advanceTimersByTime(501);
    expect(answered).toHaveBeenCalledTimes(150);
    jest.advanceTimersByTime(250);
    expect(refuse(refusals, 'prj_a', 1)).toHaveBeenCalledTimes(1);
  });

  it('of all payers that wait are limited in number', () => {
    const refusals = new SlowedRefusals();
    expect(refuse(refusals, 'prj_a', 5_200)).toHaveBeenCalledTimes(200);
    expect(refuse(refusals, 'prj_b', 200)).toHaveBeenCalledTimes(200);
    jest.advanceTimersByTime(1_000);
    expect(refuse(refusals, 'prj_b', 200)).toHaveBeenCalledTimes(100);
  });

  it('of unknown callers leave half of the places to known ones', () => {
    const refusals = new SlowedRefusals();
    expect(refuse(refusals, '192.0.2.0/24', 10_000)).toHaveBeenCalledTimes(7_500);
    expect(refuse(refusals, 'prj_a', 2_600)).toHaveBeenCalledTimes(100);
  });
});
