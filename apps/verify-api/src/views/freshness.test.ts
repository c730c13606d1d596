import { describe, expect, it, jest } from '@jest/globals';
import { Freshness } from './freshness.js';

const unavailable = expect.objectContaining({ code: 'service.unavailable' });

describe('a view', () => {
  it('is answered from while it is at most five seconds behind', () => {
    let age = 5_000;
    const freshness = new Freshness({ age: () => age });
    expect(() => freshness.require()).not.toThrow();
    age = 5_001;
    expect(() => freshness.require()).toThrow(unavailable);
  });

  it('that was emptied is not answered from until it has caught up since', () => {
    jest.useFakeTimers({ now: 1_000_000 });
    let caughtUpAt = 1_000_000;
    const freshness = new Freshness({ age: () => Date.now() - caughtUpAt });
    freshness.reset();
    jest.setSystemTime(1_000_100);
    expect(() => freshness.require()).toThrow(unavailable);
    caughtUpAt = 1_000_050;
    expect(() => freshness.require()).not.toThrow();
    jest.useRealTimers();
  });
});
