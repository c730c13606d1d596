import 'reflect-metadata';
import { describe, expect, it } from '@jest/globals';
import { decodeCursor, toPage } from './pagination.js';

const page = (rows: number[], limit: number) => toPage(rows, limit, (row) => row, String);
const foreign = (key: unknown): string => Buffer.from(JSON.stringify(key)).toString('base64url');

describe('a page', () => {
  it('that is the last has no cursor', () => {
    expect(page([], 2)).toEqual({ data: [], next_cursor: null });
    expect(page([1, 2], 2)).toEqual({ data: ['1', '2'], next_cursor: null });
  });

  it('that is not the last leads to the one after what it shows', () => {
    const { data, next_cursor } = page([1, 2, 3], 2);
    expect(data).toEqual(['1', '2']);
    expect(decodeCursor(next_cursor ?? '', 'number')).toBe(2);
  });
});

describe('a cursor', () => {
  it('that is not given means the beginning', () => {
    expect(decodeCursor(undefined, 'string')).toBeNull();
    expect(decodeCursor(undefined, 'number')).toBeNull();
  });

  it('holds any key', () => {
    const { next_cursor } = toPage(['rec_Ä/+', 'x'], 1, (row) => row, String);
    expect(next_cursor).toMatch(/^[\w-]+$/);
    expect(decodeCursor(next_cursor ?? '', 'string')).toBe('rec_Ä/+');
  });

  it.each([
    '',
    'rubbish',
    '%%%',
    foreign(null),
    foreign({ a: 1 }),
    foreign(5),
    foreign('\0'),
    foreign('\ud800'),
  ])('%j is foreign to a list by text', (cursor) => {
    expect(() => decodeCursor(cursor, 'string')).toThrow(
      expect.objectContaining({
        code: 'request.invalid',
        extras: { details: [expect.objectContaining({ field: 'cursor' })] },
      }),
    );
  });

  it.each([foreign('5'), foreign(0), foreign(-1), foreign(1.5), foreign(1e300), foreign([5])])(
    '%j is foreign to a list by number',
    (cursor) => {
      expect(() => decodeCursor(cursor, 'number')).toThrow(
        expect.objectContaining({ code: 'request.invalid' }),
      );
    },
  );
});
