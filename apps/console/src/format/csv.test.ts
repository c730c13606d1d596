import { describe, expect, it } from '@jest/globals';
import { toCsv, toNdjson } from './csv.js';

const cellOf = (text: string) => toCsv(['a'], [[text]]).split('\r\n')[1];

describe('CSV', () => {
  it('quotes what would end a cell, and nothing else', () => {
    expect(
      toCsv(
        ['id', 'text'],
        [
          ['rec_1', 'plain'],
          ['rec_2', 'a "b", c\nd'],
        ],
      ),
    ).toBe('id,text\r\nrec_1,plain\r\nrec_2,"a ""b"", c\nd"\r\n');
  });

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1'])(
    'keeps a spreadsheet from computing %j',
    (text) => {
      expect(cellOf(text)?.replace(/^"/, '').startsWith("'")).toBe(true);
    },
  );

  it('leaves numbers and nothing as they are', () => {
    expect(toCsv(['a', 'b', 'c'], [[-1, null, true]])).toBe('a,b,c\r\n-1,,true\r\n');
  });
});

describe('NDJSON', () => {
  it('has an item a line', () => {
    expect(toNdjson([{ a: '\n' }, { a: 1 }])).toBe('{"a":"\\n"}\n{"a":1}\n');
  });
});
