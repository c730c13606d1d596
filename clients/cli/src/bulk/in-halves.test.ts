import { expect, it } from '@jest/globals';
import { inHalves } from './in-halves.js';

const tooLarge = Object.assign(new Error('too large'), { code: 'request.batch_too_large' });

it('a batch above a limit is sent in parts, each known by the place of its first item', async () => {
  const sent: string[] = [];
  const send = (part: readonly string[], first: number) => {
    if (part.length > 2) return Promise.reject(tooLarge);
    sent.push(`${first}: ${part.join('')}`);
    return Promise.resolve(part.map((each) => each.toUpperCase()));
  };
  expect(await inHalves('aaaab'.split(''), send)).toEqual('AAAAB'.split(''));
  expect(sent).toEqual(['0: aa', '2: a', '3: ab']);
});

it('any other refusal, and that of a single item, is the batch’s', async () => {
  const refused = () => Promise.reject(tooLarge);
  await expect(inHalves(['a', 'b'], refused)).rejects.toBe(tooLarge);
  await expect(inHalves(['a', 'b'], () => Promise.reject(new Error('no')))).rejects.toThrow('no');
});
