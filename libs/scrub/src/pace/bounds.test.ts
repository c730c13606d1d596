import { describe, expect, it } from '@jest/globals';
import { NEWEST_LEAVES, PARTS, boundOf, leavesOf, type Part } from './bounds.js';
import { Turns } from './turns.js';

const SECOND = 1_000;
const DAY = 86_400_000;

/**
 * Scrubs for some time on a clock that no time passes by but what a step takes, with its pause.
 * @param pages of each part, and the processor time of each page, in milliseconds.
 * @returns the longest time between two looks at the same page of each part.
 */
function longestUnseen(pages: Record<Part, number>, work: number, loadPercent: number, lasts: number) {
  const turns = new Turns(loadPercent);
  const at = new Map<Part, number>();
  const seen = new Map<string, number>();
  const longest: Record<Part, number> = { ends: 0, newest: 0, everything: 0 };
  let now = 0;
  while (now < lasts) {
    const part = turns.next(now);
    if (part === null) {
      now = turns.nextAt();
      continue;
    }
    const page = at.get(part) ?? 0;
    if (page === 0) turns.begun(part, now);
    const before = seen.get(`${part} ${page}`);
    if (before !== undefined) longest[part] = Math.max(longest[part], now - before);
    seen.set(`${part} ${page}`, now);
    turns.worked(part, work);
    now += (work * 100) / loadPercent;
    const isLast = page + 1 >= pages[part];
    at.set(part, isLast ? 0 : page + 1);
    if (isLast) turns.ended(part);
  }
  return longest;
}

describe('the bound of a part', () => {
  it.each([
    ['little data', { ends: 1, newest: 3, everything: 12 }, DAY / 4],
    ['many ends in a day', { ends: 1_000, newest: 800, everything: 4_000 }, DAY],
    ['much data', { ends: 40, newest: 1_000, everything: 30_000 }, 2 * DAY],
  ])('is never exceeded by the order of what is looked at: %s', (_, pages, lasts) => {
    const [work, load] = [10, 2];
    const longest = longestUnseen(pages, work, load, lasts);
    for (const part of PARTS) {
      const cost = { volume: pages[part], work: pages[part] * work };
      expect(longest[part]).toBeGreaterThan(0);
      expect([part, longest[part] <= boundOf(part, cost, pages[part], load)]).toEqual([part, true]);
    }
  });

  it('is about a minute and a half for the ends of a day, also where everything takes weeks', () => {
    const longest = longestUnseen({ ends: 40, newest: 4_000, everything: 200_000 }, 10, 2, DAY / 4);
    expect(longest.ends).toBeLessThan(90 * SECOND);
    expect(boundOf('ends', { volume: 100, work: 50 }, 100, 2)).toBeLessThan(110 * SECOND);
  });

  it('grows with the log before a pass has shown what it costs, and with a slower pace', () => {
    const ofMillion = boundOf('everything', null, 1_000_000, 2);
    expect(boundOf('everything', null, 10_000_000, 2) / ofMillion).toBeCloseTo(10, 1);
    expect(boundOf('everything', null, 1_000_000, 20)).toBeLessThan(ofMillion / 9);
    const measured = { volume: 1_000_000, work: 100_000 };
    expect(boundOf('everything', measured, 1_000_000, 2)).toBeLessThan(ofMillion / 4);
    expect(boundOf('everything', measured, 2_000_000, 2)).toBeGreaterThan(ofMillion);
  });

  it('does not grow with the log for the newest leaves', () => {
    const leaves = [10, 1_000_000, 100_000_000].map((size) => leavesOf('newest', size));
    expect(leaves).toEqual([10, NEWEST_LEAVES, NEWEST_LEAVES]);
    expect(NEWEST_LEAVES % 256).toBe(0);
  });
});
