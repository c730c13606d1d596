import { describe, expect, it } from '@jest/globals';

import { Batcher, type BatcherOptions } from './batcher.js';

interface Batch<Item> {
  readonly items: Item[];
  succeed(): void;
  fail(error: unknown): void;
}

/** A batcher whose batches end when the test ends them; each result is its item in brackets. */
function batcher<Item>(options: Partial<BatcherOptions<Item>> = {}) {
  const batches: Batch<Item>[] = [];
  const run = (items: Item[]): Promise<string[]> =>
    new Promise((resolve, reject) => {
      batches.push({ items, succeed: () => resolve(items.map((item) => `[${String(item)}]`)), fail: reject });
    });
  return { batches, subject: new Batcher(run, { maxBatch: 10, maxInFlight: 1, ...options }) };
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Waits for everything that can happen while no batch ends. */
async function settle(): Promise<void> {
  for (let turns = 0; turns < 5; turns += 1) await turn();
}

function itemsOf<Item>(batches: readonly Batch<Item>[]): Item[][] {
  return batches.map((batch) => batch.items);
}

describe('a batcher', () => {
  it('runs the calls of one turn together, and answers each its own result', async () => {
    const { batches, subject } = batcher<number>();
    const results = Promise.all([1, 2, 3].map((item) => subject.submit(item)));
    await settle();
    expect(itemsOf(batches)).toEqual([[1, 2, 3]]);
    batches[0]?.succeed();
    expect(await results).toEqual(['[1]', '[2]', '[3]']);
  });

  it('gathers the calls during the batches before', async () => {
    const { batches, subject } = batcher<number>({ maxInFlight: 2 });
    const results = [];
    for (let item = 0; item < 6; item += 1) {
      results.push(subject.submit(item));
      await settle();
    }
    expect(itemsOf(batches)).toEqual([[0], [1]]);
    batches[1]?.succeed();
    await settle();
    expect(itemsOf(batches)).toEqual([[0], [1], [2, 3, 4, 5]]);
    batches[0]?.succeed();
    batches[2]?.succeed();
    expect(await Promise.all(results)).toEqual(['[0]', '[1]', '[2]', '[3]', '[4]', '[5]']);
  });

  it('never exceeds the size of a batch', async () => {
    const { batches, subject } = batcher<number>({ maxBatch: 2, maxInFlight: 5 });
    const results = Promise.all([1, 2, 3, 4, 5].map((item) => subject.submit(item)));
    await settle();
    expect(itemsOf(batches)).toEqual([[1, 2], [3, 4], [5]]);
    for (const batch of batches) batch.succeed();
    await results;
  });

  it('fails every item of a batch that fails, and continues', async () => {
    const { batches, subject } = batcher<number>();
    const failed = Promise.allSettled([subject.submit(1), subject.submit(2)]);
    await settle();
    batches[0]?.fail('broken');
    expect(await failed).toEqual([1, 2].map(() => ({ status: 'rejected', reason: 'broken' })));
    const next = subject.submit(3);
    await settle();
    batches[1]?.succeed();
    expect(await next).toBe('[3]');
  });

  it('fails only the item that is at fault', async () => {
    const ran: number[][] = [];
    const subject = new Batcher(
      async (items: number[]) => {
        ran.push(items);
        if (items.includes(2)) throw new RangeError('two');
        return items;
      },
      { maxBatch: 10, maxInFlight: 1, isItemFault: (error) => error instanceof RangeError },
    );
    const results = await Promise.allSettled([1, 2, 3].map((item) => subject.submit(item)));
    expect(results.map((result) => result.status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(ran).toEqual([[1, 2, 3], [1], [2], [3]]);
    ran.length = 0;
    await expect(subject.submit(2)).rejects.toThrow('two');
    expect(ran).toEqual([[2]]);
  });

  it('does not repeat a batch where no item is at fault', async () => {
    let runs = 0;
    const fail = (): Promise<never> => {
      runs += 1;
      return Promise.reject(new TypeError('all'));
    };
    const options = {
      maxBatch: 10,
      maxInFlight: 1,
      isItemFault: (error: unknown) => error instanceof RangeError,
    };
    const subject = new Batcher<number, never>(fail, options);
    const results = await Promise.allSettled([subject.submit(1), subject.submit(2)]);
    expect(results.map((result) => result.status)).toEqual(['rejected', 'rejected']);
    expect(runs).toBe(1);
  });
});

describe('items that share a key', () => {
  const keysOf = (item: string): string[] => item.split('');

  it('are never in one batch, and stay in order', async () => {
    const { batches, subject } = batcher<string>({ keysOf });
    const results = Promise.all(['a', 'b', 'a', 'c', 'a'].map((item) => subject.submit(item)));
    for (let index = 0; index < 3; index += 1) {
      await settle();
      batches[index]?.succeed();
    }
    await results;
    expect(itemsOf(batches)).toEqual([['a', 'b', 'c'], ['a'], ['a']]);
  });

  it('do not overtake each other by an item that waits for another key', async () => {
    const { batches, subject } = batcher<string>({ keysOf });
    // ab waits for a; b must then wait for ab, though no b runs yet.
    const results = Promise.all(['a', 'ab', 'b', 'c'].map((item) => subject.submit(item)));
    for (let index = 0; index < 3; index += 1) {
      await settle();
      batches[index]?.succeed();
    }
    await results;
    expect(itemsOf(batches)).toEqual([['a', 'c'], ['ab'], ['b']]);
  });

  it('do not overtake one that did not fit into the batch before', async () => {
    const { batches, subject } = batcher<string>({ keysOf, maxBatch: 1 });
    const results = Promise.all(['a', 'bc', 'c'].map((item) => subject.submit(item)));
    for (let index = 0; index < 3; index += 1) {
      await settle();
      batches[index]?.succeed();
    }
    await results;
    expect(itemsOf(batches)).toEqual([['a'], ['bc'], ['c']]);
  });
});

describe('items with keys that may be shared', () => {
  /** Capital letters are keys of one item alone, small ones are shared. */
  const options = {
    keysOf: (item: string) =>
      item
        .toLowerCase()
        .split('')
        .filter((_, at) => item[at] !== item[at]?.toLowerCase()),
    sharedKeysOf: (item: string) => item.split('').filter((letter) => letter === letter.toLowerCase()),
  };

  it('are in one batch, and under way together, but never with one that has the key alone', async () => {
    const { batches, subject } = batcher<string>({ ...options, maxInFlight: 3 });
    const results = ['a', 'Ba', 'A', 'a', 'b', 'c'].map((item) => subject.submit(item));
    await settle();
    expect(itemsOf(batches)).toEqual([['a', 'Ba', 'c']]);
    batches[0]?.succeed();
    await settle();
    expect(itemsOf(batches).slice(1)).toEqual([['A', 'b']]);
    batches[1]?.succeed();
    await settle();
    expect(itemsOf(batches).slice(2)).toEqual([['a']]);
    results.push(subject.submit('a'));
    await settle();
    expect(itemsOf(batches).slice(3)).toEqual([['a']]);
    results.push(subject.submit('A'));
    batches[2]?.succeed();
    await settle();
    expect(batches).toHaveLength(4);
    batches[3]?.succeed();
    await settle();
    batches[4]?.succeed();
    await Promise.all(results);
    expect(itemsOf(batches).slice(4)).toEqual([['A']]);
  });
});

describe('a batch with limited room', () => {
  it('takes what has room, and each item at least alone', async () => {
    const roomOf = () => {
      let used = 0;
      return (item: number) => {
        if (used > 0 && used + item > 5) return false;
        used += item;
        return true;
      };
    };
    const { batches, subject } = batcher<number>({ roomOf });
    const results = Promise.all([2, 9, 3, 1].map((item) => subject.submit(item)));
    for (let index = 0; index < 3; index += 1) {
      await settle();
      batches[index]?.succeed();
    }
    await results;
    expect(itemsOf(batches)).toEqual([[2, 3], [9], [1]]);
  });
});
