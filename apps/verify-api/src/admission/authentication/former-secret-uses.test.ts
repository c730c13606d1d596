import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Logger } from '@service/platform/logging';
import type { Pool } from 'pg';
import { FormerSecretUses } from './former-secret-uses.js';

const MINUTE = 60_000;
let isAway: boolean;
let written: unknown[];
let uses: FormerSecretUses;

beforeEach(() => {
  isAway = false;
  written = [];
  const pool = {
    query: ({ values }: { values: unknown[] }) => {
      if (isAway) return Promise.reject(new Error('away'));
      written.push(values);
      return Promise.resolve({ rows: [] });
    },
  };
  uses = new FormerSecretUses(pool as unknown as Pool, {} as Logger);
});

describe('uses of an old secret', () => {
  it('cost one write a minute, and none where nothing was used', async () => {
    await uses.write();
    for (const at of [0, 1, MINUTE - 1]) uses.note('b', at);
    uses.note('a', 2);
    await uses.write();
    uses.note('b', 3);
    await uses.write();
    uses.note('b', MINUTE);
    await uses.write();
    expect(written).toEqual([
      [
        ['a', 'b'],
        [0, 0],
      ],
      [['b'], [MINUTE]],
    ]);
  });

  it('wait while the database is away', async () => {
    uses.note('a', 1);
    isAway = true;
    await expect(uses.write()).rejects.toThrow('away');
    isAway = false;
    await uses.write();
    expect(written).toEqual([[['a'], [0]]]);
  });
});
