import { expect, it } from '@jest/globals';
import { CHECKS } from '../verifying/index.js';
import { CHECK_SENTENCES } from './check-sentences.js';

it('every check has one sentence of its own that says what it proves', () => {
  expect(Object.keys(CHECK_SENTENCES).toSorted()).toEqual([...CHECKS].toSorted());
  const sentences = Object.values(CHECK_SENTENCES).map(({ proves }) => proves);
  expect(new Set(sentences).size).toBe(CHECKS.length);
  for (const sentence of sentences) expect(sentence).toMatch(/^[A-Z][^.]{15,120}\.$/);
});
