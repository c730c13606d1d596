import { expect, it } from '@jest/globals';
import { reloadOnce } from './reload-once.js';

it('loads the page again once, and after a minute once more', () => {
  const stored = new Map<string, string>();
  const storage = {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => void stored.set(name, value),
  };
  let loads = 0;
  const attempt = (now: number) => reloadOnce(now, storage, () => (loads += 1));
  expect([1_000, 1_001, 60_999, 61_000, 61_001].map(attempt)).toEqual([true, false, false, true, false]);
  expect(loads).toBe(2);
});
