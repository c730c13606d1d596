import { describe, expect, it } from '@jest/globals';
import { csvRow } from './csv.js';

describe('a row of a table', () => {
  it('has a cell for each value, and an empty one for none', () => {
    expect(csvRow(['crd_1', 404, null, ''])).toBe('crd_1,404,,\r\n');
  });

  it('quotes what would end a cell or a row', () => {
    expect(csvRow(['a,b', 'say "a"', 'two\nlines'])).toBe('"a,b","say ""a""","two\nlines"\r\n');
  });

  it.each(['=1+1', '+1', '-1', '@sum(a1)', '\tx', '＝1', '＠sum(a1)'])(
    'lets no spreadsheet run %j',
    (text) => {
      expect(csvRow([text])).toBe(`'${text}\r\n`);
    },
  );

  it.each([
    ['a;=1+1', "a;'=1+1"],
    ['a;"=1+1', `"a;'""=1+1"`],
    ['a\n=1+1', `"a\n'=1+1"`],
    ['a\t+1', "a\t'+1"],
    ['\n=1', `"'\n'=1"`],
    ['\nx', `"'\nx"`],
    ['a;b=1 - 2', 'a;b=1 - 2'],
  ])('guards what begins a cell where other characters separate cells: %j', (text, cell) => {
    expect(csvRow([text])).toBe(`${cell}\r\n`);
  });

  it('guards before it quotes', () => {
    expect(csvRow(['\rx', '=hyperlink("http://x","y")'])).toBe(
      `"'\rx","'=hyperlink(""http://x"",""y"")"\r\n`,
    );
  });
});
