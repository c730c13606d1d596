import { describe, expect, it } from '@jest/globals';
import { csvRow } from './csv.js';

const OPERATORS = '=+-@|＝＋－＠｜﹦﹢﹣﹫−'.split('');
/** What spreadsheets skip, or people do not see, before a formula. */
const SKIPPED = {
  nothing: '',
  'a space': ' ',
  'spaces and a tab': '  \t ',
  'a carriage return': '\r',
  'the end of a line': '\n',
  NUL: '\0',
  'a byte order mark': '\ufeff',
  'a zero-width space': '\u200b',
  'a no-break space': '\u00a0',
  'an ideographic space': '\u3000',
  'a soft hyphen': '\u00ad',
  'a right-to-left override': '\u202e',
  'a tag': '\u{e0041}',
  'a variation selector': '\ufe0f',
  'a Hangul filler': '\u3164',
  'a blank of Braille': '\u2800',
  quotes: `'"`,
  several: '\ufeff\u200b \u00a0\u2060',
};
const unquoted = (row: string) =>
  row
    .replace(/\r\n$/, '')
    .replace(/^"(.*)"$/s, '$1')
    .replaceAll('""', '"');

describe('a row of a table', () => {
  it('has a cell for each value, and an empty one for none', () => {
    expect(csvRow(['crd_1', 404, true, null, undefined, ''])).toBe('crd_1,404,true,,,\r\n');
  });

  it('leaves numbers as they are', () => {
    expect(csvRow([-1, 0.5])).toBe('-1,0.5\r\n');
  });

  it('quotes what would end a cell or a row', () => {
    expect(csvRow(['a,b', 'say "a"', 'two\nlines'])).toBe('"a,b","say ""a""","two\nlines"\r\n');
  });

  it.each(Object.entries(SKIPPED))('lets no spreadsheet run a formula behind %s', (_, before) => {
    for (const operator of OPERATORS) {
      expect(unquoted(csvRow([`${before}${operator}1`]))[0]).toBe("'");
      // Where the semicolon separates cells, in some countries, quotes do not help.
      const inside = before.replace(/[\t\r\n]/g, '');
      expect(unquoted(csvRow([`a;${inside}${operator}1`]))).toBe(`a;'${inside}${operator}1`);
    }
  });

  it.each([
    '\ufeffplain',
    '\u200bplain',
    '  two spaces',
    'a=b',
    'a - b | c',
    'crd_01|x',
    '{"a":"=1"}',
    '#1',
    'a;b=1 - 2',
  ])('leaves %j as it is', (text) => {
    expect(unquoted(csvRow([text]))).toBe(text);
  });

  it.each([
    ['\tx', "'\tx"],
    ['a;=1+1', "a;'=1+1"],
    ['a;"=1+1', `a;'"=1+1`],
    ['a\n=1+1', `a\n'=1+1`],
    ['a\u2028=1+1', `a\u2028'=1+1`],
    ['a\t+1', "a\t'+1"],
    ['\n=1', "'\n'=1"],
    ['\nx', "'\nx"],
  ])('guards what begins a cell where other characters separate cells: %j', (text, cell) => {
    expect(unquoted(csvRow([text]))).toBe(cell);
  });

  it('guards before it quotes', () => {
    expect(csvRow(['\rx', '=hyperlink("http://x","y")'])).toBe(
      `"'\rx","'=hyperlink(""http://x"",""y"")"\r\n`,
    );
  });
});
