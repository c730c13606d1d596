import { describe, expect, it } from '@jest/globals';
import { stripVTControlCharacters } from 'node:util';
import { Table, printMembers } from './table.js';

class Terminal {
  readonly isTTY = true;
  text = '';
  constructor(readonly columns: number) {}
  write(text: string): void {
    this.text += text;
  }
}

/** What is shown, without colours. */
const plain = ({ text }: Terminal) => stripVTControlCharacters(text);

describe('a table', () => {
  it('has the columns that its items have, and no line that is wider than the terminal', () => {
    const terminal = new Terminal(30);
    new Table(terminal).print([
      { id: 'rec_1', state: 'active', origin: 'https://registry.example/1', nothing: null },
      { id: 'rec_22', state: 'revoked', origin: 'o', nothing: null },
    ]);
    expect(plain(terminal).split('\n')).toEqual([
      'id      state    origin',
      'rec_1   active   https://regis',
      'rec_22  revoked  o',
      '',
    ]);
    expect(terminal.text).toContain('\u001b[32mactive');
  });

  it('shows no colours where NO_COLOR is set', () => {
    process.env['NO_COLOR'] = '1';
    try {
      const terminal = new Terminal(80);
      new Table(terminal).print([{ id: 'rec_1', state: 'active' }]);
      expect(terminal.text).toBe(plain(terminal));
    } finally {
      delete process.env['NO_COLOR'];
    }
  });
});

it('texts of others cannot control the terminal', () => {
  const terminal = new Terminal(80);
  printMembers({ record: { origin: '\u001b]0;title\u0007', reasons: ['a', 'b'] } }, terminal);
  expect(terminal.text).toBe('record.origin   \ufffd]0;title\ufffd\nrecord.reasons  a, b\n');
});
