import { expect, it } from '@jest/globals';
import { parseJson } from './parse-json.js';

const nested = (levels: number) => `${'[{"a":'.repeat(levels / 2)}1${'}]'.repeat(levels / 2)}`;

it('reads JSON of at most 64 levels', () => {
  expect(parseJson('{"a":[1,null,{"b":"c"}]}')).toEqual({ a: [1, null, { b: 'c' }] });
  expect(JSON.stringify(parseJson(nested(64)))).toBe(nested(64));
  for (const levels of [66, 200_000]) expect(() => parseJson(nested(levels))).toThrow(SyntaxError);
});

it('counts no bracket within a text', () => {
  const text = `\\"${'[{'.repeat(64)}\\\\`;
  expect(parseJson(`["${text}",[1]]`)).toEqual([`"${'[{'.repeat(64)}\\`, [1]]);
  expect(() => parseJson(`["${text}",${nested(64)}]`)).toThrow(SyntaxError);
});
