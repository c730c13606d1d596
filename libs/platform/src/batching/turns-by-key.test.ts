import { describe, expect, it } from '@jest/globals';
import { TurnsByKey } from './turns-by-key.js';

describe('turns by key', () => {
  it('go round the keys, in the order of each', async () => {
    const done: string[] = [];
    const turns = new TurnsByKey<string>((item) => done.push(item));
    for (const item of ['a1', 'a2', 'a3', 'b1', 'b2', 'c1']) turns.add(item.slice(0, 1), item);
    await turns.run();
    expect(done).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
  });

  it('begin at once, and let the event loop go on after each slice', async () => {
    let now = 0;
    const order: string[] = [];
    const work = (item: string) => {
      now += 3;
      order.push(item);
    };
    const turns = new TurnsByKey(work, undefined, () => now);
    for (const item of ['1', '2', '3']) turns.add('a', item);
    setImmediate(() => order.push('another'));
    const ended = turns.run();
    expect(order).toEqual(['1']);
    await ended;
    expect(order).toEqual(['1', '2', 'another', '3']);
  });

  it('count what goes on after a piece of work to its slice', async () => {
    let now = 0;
    const order: string[] = [];
    const work = (item: string) => {
      order.push(item);
      void Promise.resolve().then(() => (now += 5));
    };
    const turns = new TurnsByKey(work, undefined, () => now);
    for (const item of ['1', '2']) turns.add('a', item);
    setImmediate(() => order.push('another'));
    await turns.run();
    expect(order).toEqual(['1', 'another', '2']);
  });

  it('end together, whoever runs them', async () => {
    const done: string[] = [];
    const turns = new TurnsByKey<string>((item) => done.push(item));
    turns.add('a', '1');
    const first = turns.run();
    turns.add('a', '2');
    await Promise.all([first, turns.run()]);
    expect(done).toEqual(['1', '2']);
    await turns.run();
  });

  it('keep nothing of the work that is done, also while more comes', async () => {
    const turns = new TurnsByKey<{ left: number }>((item) => {
      if (item.left > 0) turns.add('a', { left: item.left - 1 });
    });
    turns.add('a', { left: 10_000 });
    turns.add('a', { left: 10_000 });
    const { waiting } = turns as unknown as { waiting: ReadonlyMap<string, readonly unknown[]> };
    const lengths: number[] = [];
    setImmediate(() => lengths.push(waiting.get('a')?.length ?? 0));
    await turns.run();
    expect(Math.max(...lengths)).toBeLessThanOrEqual(2);
  });

  it('go on after a piece of work that failed', async () => {
    const done: string[] = [];
    const turns = new TurnsByKey<string>((item) => {
      if (item === 'fails') throw new Error('no');
      done.push(item);
    });
    turns.add('a', 'fails');
    turns.add('a', 'next');
    await expect(turns.run()).rejects.toThrow('no');
    await turns.run();
    expect(done).toEqual(['next']);
  });

  it.each(Array.from({ length: 12 }, (_, ticks) => ticks))(
    'do what comes while they end: after %i ticks',
    async (ticks) => {
      const done: string[] = [];
      const turns = new TurnsByKey<string>(
        (item) => done.push(item),
        () => Promise.resolve(),
      );
      turns.add('a', 'first');
      void turns.run();
      for (let tick = 0; tick < ticks; tick += 1) await Promise.resolve();
      turns.add('a', 'second');
      await turns.run();
      expect(done).toEqual(['first', 'second']);
    },
  );
});
