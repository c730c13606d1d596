import { describe, expect, it } from '@jest/globals';
import { cutPage } from './cut-page.js';

const BEGINNING = new Map(['records', 'authorities'].map((source) => [source, { tx: '0', pos: '0' }]));

/** Rows as `<source> <tx>`, each with the place in its table as its position. */
function rowsOf(...places: readonly string[]) {
  return places.map((place, index) => {
    const [source = '', tx = ''] = place.split(' ');
    return { source, tx, pos: `${index + 1}` };
  });
}

const read = (rows: ReturnType<typeof rowsOf>, limit: number, horizon = 100n, from = BEGINNING) =>
  cutPage({ rows, from, limit, horizon });

describe('a page of several event tables', () => {
  it('reaches the horizon where every table was read to its end', () => {
    const page = read(rowsOf('records 5', 'authorities 7', 'records 9'), 3);
    expect(page.rows.map(({ tx }) => tx)).toEqual(['5', '7', '9']);
    expect(page).toMatchObject({ covered: 100n, full: false });
    expect([...page.positions.values()]).toEqual([
      { tx: '100', pos: '0' },
      { tx: '100', pos: '0' },
    ]);
  });

  it('has nothing behind the last row of a table that has more', () => {
    const page = read(rowsOf('records 5', 'authorities 6', 'records 7', 'authorities 9'), 2, 100n);
    expect(page.rows.map(({ tx }) => tx)).toEqual(['5', '6', '7']);
    expect(page).toMatchObject({ covered: 7n, full: true });
    // The end of an authority, in transaction 9, comes after the records of the next page that precede it.
    expect(page.positions.get('authorities')).toEqual({ tx: '7', pos: '0' });
    expect(page.positions.get('records')).toEqual({ tx: '7', pos: '3' });
  });

  it('continues inside of a transaction that it ends in', () => {
    const page = read(rowsOf('records 5', 'records 5'), 2);
    expect(page.positions.get('records')).toEqual({ tx: '5', pos: '2' });
    expect(page.covered).toBe(5n);
  });

  it('never goes back, where the horizon does', () => {
    const from = new Map([...BEGINNING.keys()].map((source) => [source, { tx: '50', pos: '0' }]));
    const page = read([], 2, 40n, from);
    expect(page.covered).toBe(50n);
    expect([...page.positions.values()]).toEqual([...from.values()]);
  });
});
