import { expect, it } from '@jest/globals';
import { printDocument } from './print.js';
import { jsonFor, textFor } from './terminal.js';

const output = (isTTY: boolean) => {
  const texts: string[] = [];
  return { isTTY, texts, write: (text: string) => texts.push(text) };
};
/** C1 that begins a control sequence, a change of direction, a line separator, and a tag of two units. */
const HOSTILE = { origin: 'a\u009b31m\u202eb\u2028\u{e0041}\u007f\n' };

it('JSON on a terminal controls nothing there, and has the same value', () => {
  const terminal = output(true);
  printDocument(HOSTILE, { json: true }, terminal);
  const text = terminal.texts.join('');
  expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
  expect(text).toContain('\\u009b31m\\u202eb\\u2028\\udb40\\udc41\\u007f\\n');
  expect(JSON.parse(text)).toEqual(HOSTILE);
  expect(JSON.parse(jsonFor(terminal, HOSTILE))).toEqual(HOSTILE);
});

it('JSON elsewhere stays byte for byte', () => {
  const file = output(false);
  printDocument(HOSTILE, {}, file);
  expect(file.texts.join('')).toBe(`${JSON.stringify(HOSTILE, null, 2)}\n`);
  expect(textFor(file, HOSTILE.origin)).toBe(HOSTILE.origin);
});
