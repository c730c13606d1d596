import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createLogger } from '@service/platform/logging';
import { eventually } from '@service/testing';
import fc from 'fast-check';
import type { Pool } from 'pg';
import { LogHeads } from './log-heads.js';

const unavailable = because({});

function because(why: object): unknown {
  return expect.objectContaining({ code: 'service.unavailable', why: expect.objectContaining(why) });
}

interface Published {
  size: number;
  covered: bigint;
  reached?: { tx: string; within: boolean } | null;
  /** Milliseconds. */
  age?: number;
  leaves?: number;
  origin?: string;
}

let published: Published | null;
let horizon: bigint;
let looks: number;
let heads: LogHeads;

beforeEach(() => {
  [published, horizon, looks] = [null, 0n, 0];
  const query = () => {
    looks += 1;
    return Promise.resolve({ rows: published === null ? [] : [rowOf(published)] });
  };
  heads = new LogHeads({ query } as unknown as Pool, () => horizon, createLogger('error'));
  heads.start();
});
afterEach(() => heads.stop());

function rowOf({ size, covered, reached = null, age = 0, origin = 'log', leaves = size }: Published) {
  const root = Buffer.alloc(32, size);
  const note = `${origin}\n${size}\n${root.toString('base64')}\n\n— log AAAA\n`;
  return {
    tree_size: `${size}`,
    root,
    note,
    covered: `${covered}`,
    reached,
    at: new Date(1_000 * size),
    age,
    leaves,
  };
}

async function publish(head: Published): Promise<void> {
  published = head;
  const before = looks;
  const isRead = () => {
    heads.read();
    return looks > before + 1;
  };
  await eventually(isRead, { interval: 1 });
}

describe('the position of an answer', () => {
  it('is missing until one is applied', async () => {
    expect(() => heads.require()).toThrow(because({ cause: 'log_head_missing' }));
    await publish({ size: 1, covered: 10n });
    const notApplied = { cause: 'log_head_not_applied', age_ms: null, reached: '0', needed: '10' };
    expect(() => heads.require()).toThrow(because(notApplied));
    horizon = 10n;
    expect(heads.require()).toMatchObject({ origin: 'log', treeSize: 1 });
    expect(heads.require().shown).toBe(
      `log 1 ${Buffer.alloc(32, 1).toString('base64')} 1970-01-01T00:00:01.000Z`,
    );
  });

  it('is the newest applied one', async () => {
    await publish({ size: 1, covered: 10n });
    await publish({ size: 2, covered: 20n });
    await publish({ size: 3, covered: 30n });
    const sizes = [10n, 19n, 20n, 35n].map((at) => {
      horizon = at;
      return heads.require().treeSize;
    });
    expect(sizes).toEqual([1, 1, 2, 3]);
  });

  it('waits for elements in the tree beyond the covered position', async () => {
    horizon = 10n;
    await publish({ size: 1, covered: 10n });
    await publish({ size: 2, covered: 10n, reached: { tx: '15', within: true } });
    expect(heads.require().treeSize).toBe(1);
    horizon = 15n;
    expect(heads.require().treeSize).toBe(1);
    horizon = 16n;
    expect(heads.require().treeSize).toBe(2);
  });

  it.each([5_001, -5_001])(
    'is at most five seconds away from the database’s clock: not %i ms',
    async (age) => {
      horizon = 99n;
      await publish({ size: 1, covered: 10n, age });
      expect(() => heads.require()).toThrow(because({ cause: 'log_head_stale' }));
      await publish({ size: 2, covered: 10n, age: 4_000 });
      expect(heads.require().treeSize).toBe(2);
    },
  );

  it.each([
    ['is about to be', 4_990],
    ['has just become', 5_100],
  ])('that %s stale is waited for', async (_, age) => {
    horizon = 10n;
    await publish({ size: 1, covered: 10n, age });
    const waiting = heads.current();
    expect(heads.current()).toBe(waiting);
    await publish({ size: 2, covered: 20n });
    horizon = 20n;
    expect(await waiting).toMatchObject({ treeSize: 2 });
    expect(heads.current()).not.toBeInstanceOf(Promise);
  });

  it('that became stale three seconds ago is not waited for', async () => {
    horizon = 10n;
    await publish({ size: 1, covered: 10n, age: 8_001 });
    const before = looks;
    await expect(heads.current()).rejects.toEqual(because({ cause: 'log_head_stale' }));
    expect(looks).toBe(before);
  });

  it('is none while the log has fewer entries than before, until it is recovered', async () => {
    horizon = 10n;
    await publish({ size: 5, covered: 10n });
    await publish({ size: 3, covered: 10n });
    expect(() => heads.require()).toThrow(because({ cause: 'log_shrunk' }));
    expect(heads.problem()).toContain('has lost entries');
    for (const other of [{ size: 4 }, { size: 9, origin: 'other' }, { size: 3 }]) {
      await publish({ covered: 10n, ...other });
      expect(() => heads.require()).toThrow(because({ cause: 'log_shrunk' }));
    }
    await publish({ size: 6, covered: 20n, origin: 'log/recovered-1' });
    expect(() => heads.require()).toThrow(unavailable);
    horizon = 20n;
    expect(heads.require().origin).toBe('log/recovered-1');
  });

  it('stays the last one where the newest checkpoint alone is gone, as after a crash of the database', async () => {
    horizon = 10n;
    await publish({ size: 5, covered: 10n });
    await publish({ size: 3, covered: 10n, leaves: 5 });
    expect(heads.require().treeSize).toBe(5);
    await publish({ size: 6, covered: 10n });
    expect(heads.require().treeSize).toBe(6);
  });

  it('is never ahead of the applied events, with any lag of the two logs', async () => {
    const steps = fc.array(fc.record({ grows: fc.nat(3), applies: fc.nat(4) }), { maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(steps, async (taken) => {
        await heads.stop();
        let [transaction, size] = [1n, 0];
        const newestAt = new Map<number, bigint>([[0, 0n]]);
        let row: Published = { size, covered: transaction };
        const query = () => Promise.resolve({ rows: [rowOf(row)] });
        horizon = 0n;
        heads = new LogHeads({ query } as unknown as Pool, () => horizon, createLogger('error'), 0);
        heads.start();
        for (const { grows, applies } of taken) {
          for (let leaf = 0; leaf < grows; leaf += 1) newestAt.set((size += 1), (transaction += 1n));
          row = { size, covered: transaction + 1n };
          await heads.grownBeyond(size - 1, 1_000);
          horizon += BigInt(applies);
          if (horizon > transaction + 1n) horizon = transaction + 1n;
          const known = answered();
          // Every element of the tree was written by a transaction below the horizon.
          if (known !== null) expect(newestAt.get(known) as bigint).toBeLessThan(horizon);
        }
      }),
      { numRuns: 30 },
    );
  });
});

function answered(): number | null {
  try {
    return heads.require().treeSize;
  } catch {
    return null;
  }
}

it('a log without a checkpoint is a problem, and one that has it is none however old it is', async () => {
  await eventually(() => expect(looks).toBeGreaterThan(1));
  expect(heads.problem()).toMatch(/no checkpoint/);
  published = { size: 1, covered: 9n, age: 60_000 };
  await eventually(() => expect(heads.problem()).toBeNull());
});

describe('a position that is newly read', () => {
  const reading = async (every: number) => {
    await heads.stop();
    const query = () => Promise.resolve({ rows: published === null ? [] : [rowOf(published)] });
    heads = new LogHeads({ query } as unknown as Pool, () => horizon, createLogger('error'), every);
    published = { size: 1, covered: 0n };
    heads.start();
    await heads.grownBeyond(0, 10_000);
    published = { size: 2, covered: 0n };
  };

  it('is the newest while nobody asks', async () => {
    await reading(0);
    expect((await heads.current()).treeSize).toBe(1);
    expect((await heads.newlyRead()).treeSize).toBe(2);
  });

  it('is the one at hand while others ask', async () => {
    await reading(60_000);
    expect((await heads.newlyRead()).treeSize).toBe(1);
  });
});

describe('waiting for the log', () => {
  it('ends when the log has grown, and not before', async () => {
    await publish({ size: 1, covered: 1n });
    const grown = heads.grownBeyond(1, 60_000);
    await publish({ size: 1, covered: 2n });
    await publish({ size: 2, covered: 3n });
    expect(await grown).toBe(true);
    expect(await heads.grownBeyond(1, 0)).toBe(true);
  });

  it('ends with false after its time', async () => {
    await publish({ size: 1, covered: 1n });
    expect(await heads.grownBeyond(1, 30)).toBe(false);
    await heads.ready(30);
  });
});
