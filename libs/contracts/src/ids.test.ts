import { describe, expect, it } from '@jest/globals';
import { ID_PREFIXES, firstIdAt, isId, newId, timeOfId, type IdKind } from './ids.js';

describe('an id', () => {
  it('is the prefix of its kind and a ULID', () => {
    expect(newId('record')).toMatch(/^rec_[0-9A-HJKMNP-TV-Z]{26}$/);
    expect(newId('request')).toMatch(/^req_[0-7][0-9A-HJKMNP-TV-Z]{25}$/);
  });

  it('holds its time of creation', () => {
    const before = Date.now();
    const text = newId('event').slice(4, 14);
    const after = Date.now();
    const digits = Array.from(text).map((digit) => '0123456789ABCDEFGHJKMNPQRSTVWXYZ'.indexOf(digit));
    const milliseconds = digits.reduce((sum, digit) => sum * 32 + digit, 0);
    expect(milliseconds).toBeGreaterThanOrEqual(before);
    expect(milliseconds).toBeLessThanOrEqual(after);
  });

  it('is not less than the first id of its time, and less than that of the next', () => {
    const id = newId('delivery');
    const at = timeOfId(id, 'delivery') ?? 0;
    expect(firstIdAt('delivery', at) <= id).toBe(true);
    expect(id < firstIdAt('delivery', at + 1)).toBe(true);
    expect(timeOfId(firstIdAt('delivery', at), 'delivery')).toBe(at);
  });

  it('differs from all others, and uses every digit', () => {
    const ids = Array.from({ length: 20_000 }, () => newId('record'));
    expect(new Set(ids).size).toBe(ids.length);
    expect(new Set(ids.flatMap((id) => Array.from(id.slice(14)))).size).toBe(32);
  });
});

describe('text', () => {
  it.each(Object.keys(ID_PREFIXES) as IdKind[])('that was made as an id of a %s is an id', (kind) => {
    expect(isId(newId(kind))).toBe(true);
  });

  it.each(['rec_example', 'prj_default', `rec_${'x'.repeat(60)}`])('is an id: %s', (text) => {
    expect(isId(text)).toBe(true);
  });

  it.each([
    '',
    'rec_',
    'rec',
    'Jane Doe',
    'rec_Jane Doe',
    'rec_jane@example.org',
    ' rec_1',
    'rec_1\n',
    'REC_1',
    'cus_1',
    'rec_é',
    `rec_${'x'.repeat(61)}`,
  ])('is no id: %j', (text) => {
    expect(isId(text)).toBe(false);
  });

  it('is all that can be an id', () => {
    for (const value of [undefined, null, 1, ['rec_1'], { id: 'rec_1' }]) expect(isId(value)).toBe(false);
  });
});
