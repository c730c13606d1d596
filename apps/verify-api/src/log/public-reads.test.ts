import { expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import { PublicReads } from './public-reads.js';

it('has two reads at the database at a time, whoever asks, and then the next of each network in turn', async () => {
  const asked: string[] = [];
  const answers: (() => void)[] = [];
  const query = ({ text }: { text: string }) => {
    asked.push(text);
    return new Promise<object>((answer) => answers.push(() => answer({ rows: [] })));
  };
  const reads = new PublicReads({ query } as unknown as Pool);
  const read = ['a1', 'a2', 'a3', 'a4', 'a5', 'a6', 'b1', 'b2', 'c1'].map((text) =>
    reads.query(text.slice(0, 1), { text }),
  );
  const order: string[] = [];
  for (const number of read.keys()) {
    expect(asked.length - number).toBe(Math.min(2, read.length - number));
    order.push(asked[number] ?? '');
    answers[number]?.();
    await new Promise(setImmediate);
  }
  expect(order).toEqual(['a1', 'a2', 'b1', 'b2', 'c1', 'a3', 'a4', 'a5', 'a6']);
  await Promise.all(read);
});
