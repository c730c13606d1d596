import { describe, expect, it } from '@jest/globals';
import type { Line } from './interaction-line.js';
import { MOST_ROWS, NO_ROWS, shownAll, unknownTo, withLines } from './live-rows.js';

const line = (second: number): Line =>
  ({ request_id: `req_${second}`, occurred_at: new Date(second * 1_000).toISOString() }) as Line;
const lines = (from: number, to: number): Line[] =>
  Array.from({ length: to - from + 1 }, (_none, index) => line(to - index));
const ids = (of: readonly Line[]) => of.map(({ request_id }) => request_id);

describe('a live list', () => {
  it('shows new lines first, also one that comes late', () => {
    const list = withLines(withLines(NO_ROWS, [line(5), line(3)], false), [line(4)], false);
    expect(ids(list.rows)).toEqual(['req_5', 'req_4', 'req_3']);
    expect(ids(unknownTo(list, [line(6), line(5)]))).toEqual(['req_6']);
  });

  it('lets new lines wait while it is paused, until they are asked for', () => {
    const paused = withLines(withLines(NO_ROWS, lines(1, 3), false), lines(4, 5), true);
    expect([ids(paused.rows), ids(paused.waiting)]).toEqual([
      ['req_3', 'req_2', 'req_1'],
      ['req_5', 'req_4'],
    ]);
    expect(unknownTo(paused, lines(1, 5))).toEqual([]);
    expect(ids(shownAll(paused).rows)).toEqual(['req_5', 'req_4', 'req_3', 'req_2', 'req_1']);
    expect(ids(withLines(paused, [line(6)], false).rows)).toHaveLength(6);
  });

  it('keeps the newest 500', () => {
    const list = withLines(withLines(NO_ROWS, lines(1, 400), false), lines(401, 700), true);
    const all = shownAll(list);
    expect([all.rows.length, all.isCut]).toEqual([MOST_ROWS, true]);
    expect(ids(all.rows).at(-1)).toBe('req_201');
  });
});
