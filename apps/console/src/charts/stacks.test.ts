import { describe, expect, it } from '@jest/globals';
import { REST, niceAbove, stacksOf } from './stacks.js';

const span = {
  from: '2026-03-01T00:00:00.000Z',
  to: '2026-03-01T03:00:00.000Z',
  granularity: 'hour',
} as const;
const at = (hour: number) => `2026-03-01T0${hour}:00:00.000Z`;

describe('bars', () => {
  it('stand for every hour, also for one without anything', () => {
    const stacks = stacksOf(
      [
        { start: at(0), name: 'refused', count: 2 },
        { start: at(2), name: 'succeeded', count: 5 },
        { start: at(2), name: 'refused', count: 1 },
        { start: at(2), name: 'refused', count: 1 },
      ],
      span,
      ['succeeded', 'refused'],
    );
    expect(stacks.starts).toEqual([0, 1, 2].map((hour) => Date.parse(at(hour))));
    expect(stacks.parts).toEqual([
      { name: 'succeeded', counts: [0, 0, 5] },
      { name: 'refused', counts: [2, 0, 2] },
    ]);
  });

  it('show what is most by itself, and the rest together', () => {
    const counted = [1, 5, 3, 4].map((count, index) => ({ start: at(1), name: `o${index}`, count }));
    expect(stacksOf(counted, span, [], 3).parts).toEqual([
      { name: 'o1', counts: [0, 5, 0] },
      { name: 'o3', counts: [0, 4, 0] },
      { name: REST, counts: [0, 4, 0] },
    ]);
  });

  it('leave out what lies beyond their time', () => {
    expect(stacksOf([{ start: at(7), name: 'x', count: 1 }], span).parts).toEqual([
      { name: 'x', counts: [0, 0, 0] },
    ]);
    expect(stacksOf([], { ...span, to: span.from })).toEqual({ starts: [], parts: [] });
  });

  it('stand below a round number', () => {
    expect([0, 1, 3, 42, 50, 1_234].map(niceAbove)).toEqual([1, 1, 4, 60, 60, 2_000]);
  });
});
