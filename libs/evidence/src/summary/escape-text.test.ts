import { expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { escapeJson, escapeTexts } from './escape-text.js';

it.each([
  ['a\u202eb', 'a\\u202eb'],
  ['\u2066\u2069\u200f', '\\u2066\\u2069\\u200f'],
  ['a\u200bb\ufeff', 'a\\u200bb\\ufeff'],
  ['\u0000\u001b[31m\u0085', '\\u0000\\u001b[31m\\u0085'],
  ['\u{e0041}\u{e007f}', '\\udb40\\udc41\\udb40\\udc7f'],
  ['a\\u202e', 'a\\\\u202e'],
  ['\\\u202e', '\\\\\\u202e'],
  ['C:\\users', 'C:\\users'],
  ['Grüße, 記録 😀 "quoted" \\', 'Grüße, 記録 😀 "quoted" \\'],
])('shows %j as %j', (text, shown) => {
  expect(escapeTexts(text)).toBe(shown);
  expect(escapeTexts({ [text]: [text, { text }], other: 1, none: null })).toEqual({
    [shown]: [shown, { text: shown }],
    other: 1,
    none: null,
  });
});

it('changes the notation of JSON, never its value', () => {
  fc.assert(fc.property(fc.json(), (json) => expect(JSON.parse(escapeJson(json))).toEqual(JSON.parse(json))));
  expect(escapeJson(JSON.stringify('a\u202e\\'))).toBe('"a\\u202e\\\\"');
});
