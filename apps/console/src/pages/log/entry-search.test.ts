import { expect, it } from '@jest/globals';
import { entryTaskOf } from './entry-search.js';

const HEX = '0123456789abcdef'.repeat(4);

it.each([
  ['0', { index: 0 }],
  [' 42 ', { index: 42 }],
  [`sha256:${HEX}`, { digest: `sha256:${HEX}` }],
  [HEX, { slot: HEX }],
  ['seal:17', { seal: 17 }],
  ['seal:', null],
  ['-1', null],
  ['1e3', null],
  ['', null],
  [HEX.toUpperCase(), null],
])('%j looks for %j', (text, task) => expect(entryTaskOf(text)).toEqual(task));
