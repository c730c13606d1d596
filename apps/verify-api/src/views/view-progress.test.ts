import { describe, expect, it } from '@jest/globals';
import { ViewProgress } from './view-progress.js';

const LONG = 60_000;

/** Whether a promise is settled by now, after everything that needs no time has happened. */
async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  const pending = Symbol('pending');
  await new Promise((resolve) => setImmediate(resolve));
  return (await Promise.race([promise, Promise.resolve(pending)])) !== pending;
}

describe('a write', () => {
  it('answers once the view shows what it made', async () => {
    const progress = new ViewProgress();
    const answer = progress.showing('a', () => Promise.resolve({ version: 3 }), LONG);
    expect(await isSettled(answer)).toBe(false);
    progress.reached('a', 2);
    progress.reached('b', 3);
    expect(await isSettled(answer)).toBe(false);
    progress.reached('a', 3);
    expect(await answer).toEqual({ version: 3 });
  });

  it('answers at once where the view was faster than the owner’s answer', async () => {
    const progress = new ViewProgress();
    const write = () => {
      progress.reached('a', 4);
      progress.reached('a', 3);
      return Promise.resolve({ version: 3 });
    };
    expect(await progress.showing('a', write, LONG)).toEqual({ version: 3 });
  });

  it('answers anyway when the view takes too long', async () => {
    expect(await new ViewProgress().showing('a', () => Promise.resolve({ version: 1 }), 10)).toEqual({
      version: 1,
    });
  });

  it('that is refused does not wait', async () => {
    const refused = new ViewProgress().showing('a', () => Promise.reject(new Error('refused')), LONG);
    await expect(refused).rejects.toThrow('refused');
  });

  it('waits for its own version beside others of the same record', async () => {
    const progress = new ViewProgress();
    const [first, second] = [1, 2].map((version) =>
      progress.showing('a', () => Promise.resolve({ version }), LONG),
    ) as [Promise<unknown>, Promise<unknown>];
    await isSettled(first);
    progress.reached('a', 1);
    expect([await isSettled(first), await isSettled(second)]).toEqual([true, false]);
    progress.reached('a', 2);
    expect(await second).toEqual({ version: 2 });
  });
});
