import { expect, it } from '@jest/globals';
import { askedIds } from './asked-ids.js';

it.each<[string, unknown, string[]]>([
  ['a record', { record_id: 'rec_example' }, ['rec_example']],
  ['an authority', { authority_id: 'aut_1', origin: 'rec_2', content: 'rec_3' }, ['aut_1']],
  [
    'each item of a batch, once',
    { records: [{ record_id: 'rec_1' }, { record_id: 'rec_2' }, { record_id: 'rec_1' }] },
    ['rec_1', 'rec_2'],
  ],
  [
    'the items that name something',
    { record_id: 'rec_0', records: [null, 'rec_1', ['rec_2'], {}, { record_id: 5 }, { record_id: 'rec_3' }] },
    ['rec_3'],
  ],
  ['no text that is not an id', { record_id: 'Jane Doe', authority_id: 'rec_Jane Doe' }, []],
  ['no id of an unknown kind', { record_id: 'cus_1' }, []],
  ['nothing deeper', { record: { record_id: 'rec_1' }, records: { record_id: 'rec_2' } }, []],
  ['nothing where there is no object', null, []],
  ['nothing in a text', 'rec_1', []],
])('a body names %s', (_name, body, ids) => {
  expect(askedIds(body)).toEqual(ids);
});

it('a body names a hundred ids at most', () => {
  const records = Array.from({ length: 150 }, (_, index) => ({ record_id: `rec_${index}` }));
  expect(askedIds({ records })).toEqual(records.slice(0, 100).map(({ record_id }) => record_id));
});
