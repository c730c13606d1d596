import 'reflect-metadata';
import { describe, expect, it } from '@jest/globals';
import { decodeNumberCursor, decodeTimeCursor, toPage } from './pagination.js';

const page = (rows: number[], limit: number) => toPage(rows, limit, (row) => row, String);
const foreign = (key: unknown): string => Buffer.from(JSON.stringify(key)).toString('base64url');

describe('a page', () => {
  it('has no cursor if it is the last', () => {
    expect(page([], 2)).toEqual({ data: [], next_cursor: null });
    expect(page([1, 2], 2)).toEqual({ data: ['1', '2'], next_cursor: null });
  });

  it('has the cursor of the next one otherwise', () => {
    const { data, next_cursor } = page([1, 2, 3], 2);
    expect(data).toEqual(['1', '2']);
    expect(decodeNumberCursor(next_cursor ?? '')).toBe(2);
  });
});

describe('a cursor', () => {
  it('means the beginning if it is missing', () => {
    expect(decodeTimeCursor(undefined)).toBeNull();
    expect(decodeNumberCursor(undefined)).toBeNull();
  });

  it('holds a moment and any id', () => {
    const key = ['2026-11-21T12:00:00.000Z', 'rec_Ä/+'] as const;
    const { next_cursor } = toPage([1, 2], 1, () => key, String);
    expect(next_cursor).toMatch(/^[\w-]+$/);
    expect(decodeTimeCursor(next_cursor ?? '')).toEqual(key);
  });

  it.each([
    '',
    'rubbish',
    '%%%',
    ...[null, {}, 5, 'a', [], ['a'], ['a', 'b', 'c'], ['a', 5], ['a', '\0'], ['\ud800', 'b']].map(foreign),
  ])('%j is foreign to a list by time', (cursor) => {
    expect(() => decodeTimeCursor(cursor)).toThrow(
      expect.objectContaining({
        code: 'request.invalid',
        extras: { details: [expect.objectContaining({ field: 'cursor' })] },
      }),
    );
  });

  it.each(['5', 0, -1, 1.5, 1e300, [5], null].map(foreign))('%j is foreign to a list by number', (cursor) => {
    expect(() => decodeNumberCursor(cursor)).toThrow(expect.objectContaining({ code: 'request.invalid' }));
  });
});
