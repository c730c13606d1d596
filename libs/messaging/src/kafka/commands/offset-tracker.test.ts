import { describe, expect, it } from '@jest/globals';
import { OffsetTracker } from './offset-tracker.js';

const taking = (...offsets: string[]) => {
  const tracker = new OffsetTracker();
  const done = new Map(offsets.map((offset) => [offset, tracker.take(offset)]));
  return { tracker, done: (offset: string) => done.get(offset)?.() };
};

describe('the offset to commit', () => {
  it('stays while the first message is under way, even if later ones are done', () => {
    const { tracker, done } = taking('5', '6', '7');
    done('6');
    done('7');
    expect(tracker.advance()).toBeNull();
    expect(tracker.size).toBe(3);
  });

  it('is the offset after the last of those that are all done', () => {
    const { tracker, done } = taking('5', '6', '7', '8');
    done('6');
    done('8');
    done('5');
    expect(tracker.advance()).toBe('7');
    expect(tracker.size).toBe(2);
    done('7');
    expect(tracker.advance()).toBe('9');
    expect(tracker.size).toBe(0);
  });

  it('is answered once', () => {
    const { tracker, done } = taking('5');
    done('5');
    expect([tracker.advance(), tracker.advance()]).toEqual(['6', null]);
  });

  it('handles gaps between offsets, as from compaction and transactions, and large offsets', () => {
    const { tracker, done } = taking('9007199254740993', '9007199254740999');
    done('9007199254740993');
    expect(tracker.advance()).toBe('9007199254740994');
    done('9007199254740999');
    expect(tracker.advance()).toBe('9007199254741000');
  });

  it('is null before any message', () => {
    expect(new OffsetTracker().advance()).toBeNull();
  });
});
