import { describe, expect, it } from '@jest/globals';
import { RecentVersions } from './recent-versions.js';

const START = 1_000_000;

describe('an announced version', () => {
  it('is the newest, in any order of arrival', () => {
    const recent = new RecentVersions();
    for (const version of [2, 3, 1]) recent.note('a', version, START);
    expect([recent.newest('a', START), recent.newest('b', START)]).toEqual([3, 0]);
  });

  it('stays in memory for at least five seconds, and not forever', () => {
    const recent = new RecentVersions();
    recent.note('a', 1, START);
    recent.note('b', 1, START + 4_999);
    expect(recent.newest('b', START + 9_998)).toBe(1);
    expect(recent.newest('a', START + 15_000)).toBe(0);
    recent.note('c', 1, START + 15_000);
    expect(recent.newest('c', START + 25_000)).toBe(0);
  });

  it('is not replaced by an older one in the next generation', () => {
    const recent = new RecentVersions();
    recent.note('a', 3, START);
    recent.note('a', 2, START + 6_000);
    expect(recent.newest('a', START + 11_000)).toBe(3);
  });

  it('takes bounded memory: the oldest generation is dropped first', () => {
    const recent = new RecentVersions(2);
    for (const id of ['a', 'b', 'c', 'd', 'e']) recent.note(id, 1, START);
    expect(['a', 'b', 'c', 'd', 'e'].map((id) => recent.newest(id, START))).toEqual([0, 0, 1, 1, 1]);
  });
});
