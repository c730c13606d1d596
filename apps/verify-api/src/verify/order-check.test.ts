import { describe, expect, it, jest } from '@jest/globals';
import { keySubjectId, placeName } from '@service/evidence';
import { sampleAuthority, sampleKey, sampleRow } from '../testing/sample-record.js';
import type { DirectoryKey } from '../views/directory.js';
import type { NamedElement } from '../views/log-places.js';
import { StoredRecord } from '../views/records/stored-record.js';
import { OrderCheck } from './order-check.js';

const authority = sampleAuthority();
const extended = sampleAuthority({}, { type: 'service.authority.scope_changed' });
const keyId = authority.elements[0]?.signature?.key_id ?? '';

/** The key that signed the samples, as of its end. */
function endedKey(invalid_from_size: number | null): DirectoryKey {
  const invalid_since = invalid_from_size === null ? null : '2026-12-01T00:00:00.000Z';
  const cause = invalid_from_size === null ? 'ceased' : 'key_compromise';
  return sampleKey({ cause, invalid_since, invalid_from_size });
}
const active = sampleKey();
const HEAD = { origin: 'log', treeSize: 20, within: 0n, shown: '', since: '', at: Infinity };

/** @param at places of the record's elements, of the authority's, and of the key's end. */
async function judge(on: typeof authority, key: DirectoryKey, at: (number | null)[][], origin = 'log') {
  const places = new Map(
    ['rec_1', 'aut_1'].flatMap((id, of) =>
      (at[of] ?? []).map((index, place) => [placeName(id, place + 1), index] as const),
    ),
  );
  for (const [sequence, place] of [0, at[2]?.[0] ?? null].entries()) {
    places.set(placeName(keySubjectId(keyId), sequence + 1), place);
  }
  const read = jest.fn((wanted: readonly NamedElement[]) => {
    const names = wanted.map(([id, sequence]) => placeName(id, sequence));
    return Promise.resolve(new Map(names.map((name) => [name, places.get(name) ?? Infinity])));
  });
  const refuted: string[] = [];
  const check = new OrderCheck({ read }, { refuted: (subjectId) => void refuted.push(subjectId) });
  const record = new StoredRecord(sampleRow(on), 0);
  const relied = { authority: on, keys: [key] };
  const asOf = { ...HEAD, origin };
  await check.prepare(record, relied, asOf);
  // The first call is about the key, the second about the authority.
  return {
    check,
    record,
    relied,
    refuted,
    holds: check.holds(record, relied, asOf),
    asked: read.mock.calls[2]?.[0],
  };
}

describe('the order in the log', () => {
  it('is not read where no key has ended and the record names the newest element of its authority', async () => {
    expect(await judge(authority, active, [])).toMatchObject({ holds: true, asked: undefined });
  });

  it.each<[string, boolean | 'theft', typeof authority, DirectoryKey, (number | null)[][]]>([
    ['before its key ceased', true, authority, endedKey(null), [[4, 5, 6], [3], [7]]],
    ['after its key ceased', false, authority, endedKey(null), [[4, 5, 8], [3], [7]]],
    ['after its key ceased, not there yet', false, authority, endedKey(null), [[4, 5], [3], [7]]],
    ['before an end that is not there yet', true, authority, endedKey(null), [[4, 5], [3], []]],
    ['below the size of a compromise', true, authority, endedKey(7), [[4, 5, 6], [3], [9]]],
    ['at the size of a compromise', 'theft', authority, endedKey(7), [[4, 5, 7], [3], [9]]],
    ['not there, of a compromised key', 'theft', authority, endedKey(7), [[4, 5], [3], []]],
    ['behind the end of a compromised key', false, authority, endedKey(7), [[4, 7, 10], [3], [9]]],
    ['under an authority of a stolen key', 'theft', authority, endedKey(7), [[4, 5, 6], [7], [9]]],
    ['under one that a stolen key changed since', 'theft', extended, endedKey(7), [[4, 5, 6], [3, 8], [9]]],
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
  ])('of an element %s: %s; a theft that was declared is no alarm', async (_, holds, on, key, places) => {
    const judged = await judge(on, key, places);
    expect(judged).toMatchObject({ holds: holds === true, refuted: holds === false ? ['rec_1'] : [] });
  });

  it('of a record is asked for also where its key does not hold', async () => {
    const early = sampleKey({ occurred_at: '2025-01-01T00:00:00.000Z', cause: 'ceased' });
    const { check, relied } = await judge(authority, early, [[4, 5, 6], [3], [9]]);
    expect(check.holds(new StoredRecord(sampleRow(authority), 0), relied, HEAD)).toBeUndefined();
  });

  it('shows nothing under a key that was stolen in the log before, where its size was', async () => {
    const [places, recovered] = [[[4, 5, 6], [3], [9]], 'log/recovered-1'];
    expect(await judge(authority, endedKey(7), places, recovered)).toMatchObject({ holds: false });
    expect(await judge(authority, endedKey(null), places, recovered)).toMatchObject({ holds: true });
  });

  it('is read again as of a larger log where that has not come to an element yet', async () => {
    const { check, record, relied } = await judge(authority, endedKey(null), [[4, 5, 6], [3], []]);
    const asOf = (treeSize: number) => check.holds(record, relied, { ...HEAD, treeSize });
    expect([asOf(19), asOf(20), asOf(21)]).toEqual([true, true, undefined]);
  });

  it('does not hold where the log must have an element and has it not', async () => {
    expect(await judge(authority, endedKey(null), [[4, 5, 6], [3], [NaN]])).toMatchObject({ holds: false });
    const places = [
      [4, 5, 6],
      [3, NaN],
    ];
    expect(await judge(extended, active, places)).toMatchObject({ holds: false });
  });

  it('does not hold of an authority that the log came to after the promised time', async () => {
    const places = [[4, 5, 6], [NaN], []];
    expect(await judge(authority, active, places)).toMatchObject({ holds: false, refuted: ['aut_1'] });
  });

  it('does not hold under a key that was published, or whose end was told, as it could not be', async () => {
    const early = sampleKey({ occurred_at: '2025-01-01T00:00:00.000Z', cause: 'ceased' });
    const stranger = {
      ...active,
      elements: active.elements.map((element) => ({ ...element, signature: null })),
    };
    const [first] = active.elements;
    const other = { key_id: 'other', algorithm: 'Ed25519', value: 'AA' } as const;
    const unknown = { ...active, elements: [{ ...(first as NonNullable<typeof first>), signature: other }] };
    for (const key of [early, stranger, unknown]) {
      const judged = await judge(authority, key, [[4, 5, 6], [3], [9]]);
      expect(judged).toMatchObject({ holds: false, refuted: [keySubjectId(keyId)] });
    }
  });

  it('is read anew where a key ends or the authority goes on, and asks for no place of what does not decide', async () => {
    const { check, record, asked } = await judge(extended, active, [
      [4, 5, 6],
      [3, 7],
    ]);
    expect(asked?.map(([id, sequence]) => placeName(id, sequence))).toEqual([
      'rec_1/1',
      'rec_1/3',
      'aut_1/2',
    ]);
    expect(check.holds(record, { authority: extended, keys: [endedKey(7)] }, HEAD)).toBeUndefined();
    const third = sampleAuthority(
      {},
      { type: 'service.authority.scope_changed' },
      { type: 'service.authority.scope_changed' },
    );
    expect(check.holds(record, { authority: third, keys: [active] }, HEAD)).toBeUndefined();
    const recovered = { ...HEAD, origin: 'log/recovered-1' };
    expect(check.holds(record, { authority: extended, keys: [active] }, recovered)).toBeUndefined();
  });
});
