import 'reflect-metadata';
import { describe, expect, it } from '@jest/globals';
import { Peppers } from '../../admission/authentication/peppers/peppers.js';
import { Cursors, type ListCursors } from './cursors.js';
import type { PageQuery } from './pagination.js';

const cursors = new Cursors(new Peppers(['pepper']));
const all = { limit: 20 };
const list = cursors.of('records.list', 'prj_1', all);
const page = (rows: number[], limit: number) => list.page(rows, limit, (row) => row, String);
const filtered = (filters: object): PageQuery => ({ limit: 20, ...filters });
const key = ['2026-11-21T12:00:00.000Z', 'rec_Ä/+'] as const;
const foreign = expect.objectContaining({
  code: 'request.invalid',
  extras: {
    details: [
      { field: 'cursor', issue: 'must be the next_cursor of a page of this list with the same filters' },
    ],
  },
});

describe('a page', () => {
  it('has no cursor if it is the last', () => {
    expect(page([], 2)).toEqual({ data: [], next_cursor: null });
    expect(page([1, 2], 2)).toEqual({ data: ['1', '2'], next_cursor: null });
  });

  it('has the cursor of the next one otherwise', () => {
    const { data, next_cursor } = page([1, 2, 3], 2);
    expect(data).toEqual(['1', '2']);
    expect(list.number(next_cursor ?? '')).toBe(2);
  });
});

describe('a cursor', () => {
  it('means the beginning if it is missing', () => {
    expect([list.time(undefined), list.number(undefined), list.position(undefined)]).toEqual([
      null,
      null,
      null,
    ]);
  });

  it('holds a moment and any id, or a position', () => {
    expect(list.after(key)).toMatch(/^[\w-]+$/);
    expect(list.time(list.after(key))).toEqual(key);
    for (const position of [['0', '0'] as const, ['1234567', '89'] as const]) {
      expect(list.position(list.afterPosition(position))).toEqual(position);
    }
  });

  it('is the same for the same place', () => {
    expect(list.after(key)).toBe(list.after(key));
  });

  it('shows nothing of its place, not even by its length', () => {
    const [early, late] = [list.afterPosition(['7', '0']), list.afterPosition(['123456789', '4242'])];
    expect(late).toHaveLength(early.length);
    const shown = Buffer.from(late, 'base64url').toString('latin1');
    expect(shown).not.toContain('123456789');
    expect(shown).not.toContain('4242');
  });

  it.each<[string, ListCursors]>([
    ['another list', cursors.of('credentials.list', 'prj_1', all)],
    ['another project', cursors.of('records.list', 'prj_2', all)],
    ['no project', cursors.of('records.list', null, all)],
    ['the list with a filter', cursors.of('records.list', 'prj_1', filtered({ state: 'active' }))],
    ['a service with other peppers', new Cursors(new Peppers(['other'])).of('records.list', 'prj_1', all)],
  ])('is foreign to %s', (_, other) => {
    expect(() => other.time(list.after(key))).toThrow(foreign);
  });

  it('leads on with the same filters in any order, and with any limit', () => {
    const filters = { state: 'active', authority_id: 'aut_1' };
    const first = cursors.of('records.list', 'prj_1', filtered(filters));
    const query = { cursor: 'x', authority_id: 'aut_1', state: 'active', external_id: undefined, limit: 7 };
    const next = cursors.of('records.list', 'prj_1', query);
    expect(next.time(first.after(key))).toEqual(key);
    const others = [
      filtered({ state: 'revoked', authority_id: 'aut_1' }),
      filtered({ state: 'active' }),
      all,
    ];
    for (const other of others) {
      expect(() => cursors.of('records.list', 'prj_1', other).time(first.after(key))).toThrow(foreign);
    }
  });

  it('works under each pepper that is still there, so that replicas can change one after the other', () => {
    const later = new Cursors(new Peppers(['new', 'pepper'])).of('records.list', 'prj_1', all);
    expect(later.time(list.after(key))).toEqual(key);
    expect(() => list.time(later.after(key))).toThrow(foreign);
  });

  const invented = (content: unknown) => Buffer.from(JSON.stringify(content)).toString('base64url');
  it.each(['', 'rubbish', '%%%', 'A'.repeat(120), ...[null, {}, 5, key, ['0', '0']].map(invented)])(
    'that is invented is foreign: %j',
    (cursor) => {
      for (const read of ['time', 'number', 'position'] as const) {
        expect(() => list[read](cursor)).toThrow(foreign);
      }
    },
  );

  it('that was changed in any character is foreign', () => {
    const sealed = list.after(key);
    for (let place = 0; place < sealed.length; place += 1) {
      const other = sealed[place] === 'A' ? 'B' : 'A';
      const changed = sealed.slice(0, place) + other + sealed.slice(place + 1);
      expect(() => list.time(changed)).toThrow(foreign);
    }
  });

  it('of another kind of place is foreign', () => {
    expect(() => list.time(list.after(5))).toThrow(foreign);
    expect(() => list.number(list.after(key))).toThrow(foreign);
    expect(() => list.position(list.after(key))).toThrow(foreign);
    expect(() => list.time(list.after(['a', '\0']))).toThrow(foreign);
  });
});
