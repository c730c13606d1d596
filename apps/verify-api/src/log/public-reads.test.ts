import { expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import { PublicReads } from './public-reads.js';

it('has two reads at the database at a time, whoever asks, and the next ones after them', async () => {
  const answers: (() => void)[] = [];
  const query = () => new Promise<object>((answer) => answers.push(() => answer({ rows: [] })));
  const reads = new PublicReads({ query } as unknown as Pool);
  const read = Array.from({ length: 3 }, () => reads.query({ text: 'SELECT' }));
  expect(answers).toHaveLength(2);
  answers[0]?.();
  await read[0];
  expect(answers).toHaveLength(3);
  for (const answer of answers) answer();
  await Promise.all(read);
});
