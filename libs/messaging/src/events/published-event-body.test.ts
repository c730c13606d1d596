import { expect, it } from '@jest/globals';
import { STORED_BODIES } from '../testing/stored-bodies.js';
import { packBody, unpackBody, DICTIONARIES, NEWEST_DICTIONARY } from './published-event-body.js';

const [sample] = STORED_BODIES;

it('has a stored body for every dictionary', () => {
  expect(STORED_BODIES.map(({ dictionary }) => String(dictionary))).toEqual(Object.keys(DICTIONARIES));
});

it.each(STORED_BODIES)(
  'is read as it was stored with dictionary $dictionary',
  ({ dictionary, keys, body, packed }) => {
    const stored = Buffer.from(packed, 'base64');
    expect(stored[0]).toBe(dictionary);
    expect(unpackBody(keys, stored)).toBe(body);
  },
);

it('takes a third of the bytes, and any text', () => {
  const packed = packBody(sample.keys, sample.body);
  expect(packed[0]).toBe(NEWEST_DICTIONARY);
  expect(packed.length).toBeLessThan(sample.body.length / 3);
  const texts = ['', '{}', 'Zoë’s \u2029 𝄞', '{"event":{}}'.repeat(50_000)];
  for (const text of texts) expect(unpackBody(sample.keys, packBody(sample.keys, text))).toBe(text);
});

it('is not read under other ids, with an unknown dictionary, where it is cut off, or longer than any body', () => {
  const packed = Buffer.from(sample.packed, 'base64');
  expect(unpackBody({ ...sample.keys, subject_id: 'rec_other' }, packed)).not.toBe(sample.body);
  const long = packBody(sample.keys, 'x'.repeat(1024 * 1024 + 1));
  for (const none of [
    Buffer.from([200, ...packed.subarray(1)]),
    packed.subarray(0, -1),
    Buffer.alloc(0),
    long,
  ])
    expect(unpackBody(sample.keys, none)).toBeNull();
});
