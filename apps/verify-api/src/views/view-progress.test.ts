import { beforeEach, describe, expect, it } from '@jest/globals';
import { eventually } from '@service/testing';
import { ViewProgress } from './view-progress.js';

const LONG = 60_000;

let table: Map<string, number>;
let looks: string[][];
let broken: boolean;
let progress: ViewProgress;

beforeEach(() => {
  table = new Map();
  looks = [];
  broken = false;
  progress = new ViewProgress((ids) => {
    looks.push([...ids]);
    return broken ? Promise.reject(new Error('away')) : Promise.resolve(table);
  });
});

/** Whether a promise is settled after all ready work has run. */
async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  const pending = Symbol('pending');
  await new Promise((resolve) => setImmediate(resolve));
  return (await Promise.race([promise, Promise.resolve(pending)])) !== pending;
}

describe('waiting for a view', () => {
  it('ends when this process has applied the version, without a poll', async () => {
    const shown = progress.shows('a', 3, LONG);
    progress.reached('a', 2);
    progress.reached('b', 3);
    expect(await isSettled(shown)).toBe(false);
    progress.reached('a', 3);
    expect(await isSettled(shown)).toBe(true);
    expect([await shown, looks]).toEqual([true, []]);
  });

  it('ends at once where the view shows the version or a newer one', async () => {
    progress.reached('a', 4);
    progress.reached('a', 3);
    expect(await progress.shows('a', 4, LONG)).toBe(true);
    expect(await progress.shows('a', 2, LONG)).toBe(true);
  });

  it('polls for versions that another replica applied, by one query for all', async () => {
    const shown = Promise.all([
      progress.shows('a', 1, LONG),
      progress.shows('b', 2, LONG),
      progress.shows('a', 2, LONG),
    ]);
    await eventually(() => expect(looks).toContainEqual(['a', 'b']), { interval: 1 });
    expect(await isSettled(shown)).toBe(false);
    table.set('a', 2).set('b', 2);
    expect(await shown).toEqual([true, true, true]);
  });

  it('stops polling when no request waits', async () => {
    const shown = progress.shows('a', 1, LONG);
    await eventually(() => looks.length > 0, { interval: 1 });
    table.set('a', 1);
    await shown;
    const before = looks.length;
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(looks).toHaveLength(before);
    table.set('b', 1);
    expect(await progress.shows('b', 1, LONG)).toBe(true);
  });

  it('ends with false after its time, also where the poll fails', async () => {
    expect(await progress.shows('a', 1, 30)).toBe(false);
    broken = true;
    expect(await progress.shows('a', 1, 30)).toBe(false);
    expect(looks.length).toBeGreaterThan(1);
  });
});

describe('the known versions of a view', () => {
  it('are those that were applied or read, until they are forgotten', async () => {
    table.set('b', 2);
    progress.reached('a', 1);
    await progress.poll(['b']);
    expect([progress.knows('a', 1), progress.knows('a', 2), progress.knows('b', 2)]).toEqual([
      true,
      false,
      true,
    ]);
    progress.forget();
    expect([progress.knows('a', 1), progress.knows('b', 2)]).toEqual([false, false]);
  });

  it('stay unknown after a failed poll', async () => {
    broken = true;
    await progress.poll(['a']);
    expect(progress.knows('a', 1)).toBe(false);
  });
});
