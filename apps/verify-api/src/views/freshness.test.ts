import { describe, expect, it, jest } from '@jest/globals';
import { Freshness } from './freshness.js';

const emptied = expect.objectContaining({ why: { cause: 'view_emptied', view: 'records' } });

describe('a view', () => {
  it('is answered from while it is at most five seconds behind', () => {
    let age = 5_000;
    const freshness = new Freshness({ age: () => age }, 'records');
    expect(() => freshness.require()).not.toThrow();
    age = 5_001;
    const why = { cause: 'view_behind', view: 'records', behind_ms: 5_001 };
    expect(() => freshness.require()).toThrow(expect.objectContaining({ code: 'service.unavailable', why }));
  });

  it('that was emptied is not answered from until it has caught up again', () => {
    jest.useFakeTimers({ now: 1_000_000 });
    let caughtUpAt = 1_000_000;
    const freshness = new Freshness({ age: () => Date.now() - caughtUpAt }, 'records');
    freshness.reset();
    jest.advanceTimersByTime(100);
    expect(() => freshness.require()).toThrow(emptied);
    caughtUpAt = 1_000_050;
    expect(() => freshness.require()).not.toThrow();
    jest.useRealTimers();
  });
});
