import { describe, expect, it, jest } from '@jest/globals';
import { keySubjectId, placeName, type KeyElementContent } from '@service/evidence';
import { sampleAuthority, sampleRow } from '../testing/sample-record.js';
import type { DirectoryKey } from '../views/directory.js';
import { LogPlaces, type NamedElement } from '../views/log-places.js';
import { StoredRecord } from '../views/records/stored-record.js';
import { OrderCheck } from './order-check.js';

const authority = sampleAuthority();
const extended = sampleAuthority({}, { type: 'service.authority.scope_changed' });
const keyId = authority.elements[0]?.signature?.key_id ?? '';

/** The key that signed the samples, as of its end. */
function endedKey(invalid_from_size: number | null, log = 'log'): DirectoryKey {
  const content = { key_id: keyId, state: 'revoked', log, invalid_from_size } as KeyElementContent;
  return { snapshot: { key_id: keyId, state: content.state }, elements: [{}, { content }] } as never;
}
const active = { snapshot: { key_id: keyId, state: 'active' } } as DirectoryKey;

/** @param at places of the record's elements, of the authority's, and of the key's end. */
async function judge(on: typeof authority, key: DirectoryKey, at: (number | null)[][]) {
  const places = new Map(
    ['rec_1', 'aut_1'].flatMap((id, of) =>
      (at[of] ?? []).map((index, place) => [placeName(id, place + 1), index] as const),
    ),
  ).set(placeName(keySubjectId(keyId), 2), at[2]?.[0] ?? null);
  const read = jest.fn((wanted: readonly NamedElement[]) => {
    const names = wanted.map((element) => placeName(...element));
    return Promise.resolve(new Map(names.map((name) => [name, places.get(name) ?? Infinity])));
  });
  const check = new OrderCheck({ read });
  const record = new StoredRecord(sampleRow(on), 0);
  const relied = { authority: on, keys: [key] };
  await check.prepare(record, relied, 'log');
  return { check, record, holds: check.holds(record, relied, 'log'), asked: read.mock.calls[0]?.[0] };
}

describe('the order in the log', () => {
  it('is not read where no key has ended and the record names the newest element of its authority', async () => {
    expect(await judge(authority, active, [])).toMatchObject({ holds: true, asked: undefined });
  });

  it.each<[string, boolean, typeof authority, DirectoryKey, (number | null)[][]]>([
    ['before its key ceased', true, authority, endedKey(null), [[4, 5, 6], [3], [7]]],
    ['after its key ceased', false, authority, endedKey(null), [[4, 5, 8], [3], [7]]],
    ['after its key ceased, not there yet', false, authority, endedKey(null), [[4, 5], [3], [7]]],
    ['before an end that is not there yet', true, authority, endedKey(null), [[4, 5], [3], []]],
    ['below the size of a compromise', true, authority, endedKey(7), [[4, 5, 6], [3], [9]]],
    ['at the size of a compromise', false, authority, endedKey(7), [[4, 5, 7], [3], [9]]],
    ['not there, of a compromised key', false, authority, endedKey(7), [[4, 5], [3], []]],
    ['under an authority of a stolen key', false, authority, endedKey(7), [[4, 5, 6], [7], [9]]],
    ['under one that a stolen key changed since', false, extended, endedKey(7), [[4, 5, 6], [3, 8], [9]]],
    [
      'whose compromise is of the log before',
      true,
      authority,
      endedKey(2, 'of before'),
      [[4, 5, 6], [3], [9]],
    ],
    [
      'before its authority went on',
      true,
      extended,
      active,
      [
        [4, 5, 6],
        [3, 7],
      ],
    ],
    [
      'after its authority went on',
      false,
      extended,
      active,
      [
        [4, 5, 8],
        [3, 7],
      ],
    ],
  ])('of an element %s: %s', async (_, holds, on, key, places) => {
    expect(await judge(on, key, places)).toMatchObject({ holds });
  });

  it('is read anew where a key ends or the authority goes on, and asks for no place of what does not decide', async () => {
    const { check, record, asked } = await judge(extended, active, [
      [4, 5, 6],
      [3, 7],
    ]);
    expect(asked?.map((element) => placeName(...element))).toEqual(['rec_1/1', 'rec_1/3', 'aut_1/2']);
    expect(check.holds(record, { authority: extended, keys: [endedKey(7)] }, 'log')).toBeUndefined();
    const third = sampleAuthority(
      {},
      { type: 'service.authority.scope_changed' },
      { type: 'service.authority.scope_changed' },
    );
    expect(check.holds(record, { authority: third, keys: [active] }, 'log')).toBeUndefined();
    expect(check.holds(record, { authority: extended, keys: [active] }, 'log/recovered-1')).toBeUndefined();
  });
});

describe('places in the log', () => {
  it('are read by one query, each call with its own', async () => {
    const query = jest.fn(({ values: [ids] }: { values: unknown[][] }) =>
      Promise.resolve({ rows: (ids ?? []).map((_, index) => ({ index: index === 1 ? null : index })) }),
    );
    const places = new LogPlaces({ query } as never);
    const read = await Promise.all([
      places.read([
        ['a', 1],
        ['a', 2],
      ]),
      places.read([['b', 1]]),
    ]);
    expect(read.map((each) => [...each])).toEqual([
      [
        ['a/1', 0],
        ['a/2', Infinity],
      ],
      [['b/1', 2]],
    ]);
    expect(query).toHaveBeenCalledTimes(1);
  });
});
