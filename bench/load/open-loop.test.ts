import { describe, expect, test } from '@jest/globals';
import { openLoop, schedule } from './open-loop.ts';

describe('schedule', () => {
  test('spaces each kind evenly and keeps all in the order of time', () => {
    const arrivals = schedule(
      [
        { kind: 'often', perSecond: 4 },
        { kind: 'rare', perSecond: 1 },
      ],
      2,
    );
    const often = arrivals.filter(({ of }) => of.kind === 'often').map(({ at }) => at);
    const [first = NaN] = often;
    expect(often.map((at) => Math.round(at - first))).toEqual([0, 250, 500, 750, 1000, 1250, 1500, 1750]);
    expect(arrivals.filter(({ of }) => of.kind === 'rare')).toHaveLength(2);
    expect(arrivals.map(({ at }) => at)).toEqual(arrivals.map(({ at }) => at).toSorted((a, b) => a - b));
  });
});

describe('openLoop', () => {
  test('does not wait for an answer before the next call, and counts what fails', async () => {
    let release = () => {};
    const all = new Promise<void>((resolve) => (release = resolve));
    let calls = 0;
    const [answered] = await openLoop(
      [
        {
          kind: 'slow',
          perSecond: 100,
          call: async () => {
            calls += 1;
            if (calls === 5) release();
            await all;
            throw new Error('refused');
          },
        },
      ],
      0.05,
    );
    expect(calls).toBe(5);
    expect(answered?.failures).toBe(5);
    expect(answered?.latencies).toHaveLength(5);
  });
});
