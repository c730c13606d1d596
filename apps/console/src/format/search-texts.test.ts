import { describe, expect, it } from '@jest/globals';
import { parseSearch, stringifySearch, texts } from './search-texts.js';

describe('the search part of an address', () => {
  it('comes back as it was written, also where a text looks like JSON', () => {
    const search = {
      external_id: '0123',
      state: 'active,revoked',
      q: '{"a":1}',
      since: '2026-11-24T22:00:00Z',
    };
    expect(parseSearch(stringifySearch(search))).toEqual(search);
  });

  it('leaves out what is not set', () => {
    expect(stringifySearch({ a: undefined, b: '' })).toBe('');
  });

  it('gives a page the members that it names, and nothing else', () => {
    expect(texts('state', 'since')({ state: 'active', since: '', other: 'x', __proto__: 1 })).toEqual({
      state: 'active',
    });
  });
});
