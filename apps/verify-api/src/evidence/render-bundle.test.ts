import { expect, it } from '@jest/globals';
import { assembleBundle, canonicalJson, type BundleParts } from '@service/evidence';
import { sampleAuthority, sampleRow } from '../testing/sample-record.js';
import { StoredRecord } from '../views/records/stored-record.js';
import { renderBundle } from './render-bundle.js';

const authority = sampleAuthority();
const { chain } = new StoredRecord(sampleRow(authority), 0);
const root = Buffer.alloc(32).toString('base64');
const checkpoint = `log\n7\n${root}\n\n— log ${Buffer.alloc(68).toString('base64')}\n`;

/** Parts with a long chain, texts that need escaping, and ids whose order is not that of the alphabet. */
const parts: BundleParts = {
  answer: {
    as_of: `log 5 ${root} 2026-01-01T00:00:00.000Z`,
    body: { text: 'ö \u2028 "' },
  } as unknown as BundleParts['answer'],
  record: Array.from({ length: 300 }, (_, index) => chain[index % chain.length] as (typeof chain)[number]),
  authorities: new Map([
    ['aut_b', authority.elements],
    ['aut_B', []],
  ]),
  keys: new Map([['2a', authority.elements as never]]),
  checkpoint,
  inclusion: new Map([['rec_1', { index: 3, proof: [new Uint8Array(32)] }]]),
  order: new Map([['rec_1/1', { index: 2, proof: [] }]]),
  consistency: [new Uint8Array(32)],
};

it.each([
  ['a bundle', parts],
  ['one that proves an earlier size too', { ...parts, earlier: { from: 1, proof: [] } }],
])('renders %s in its JCS form, in parts', async (_, given) => {
  let turns = 0;
  const text = await renderBundle(given, async (render) => {
    turns += 1;
    return render();
  });
  expect(text).toBe(canonicalJson(assembleBundle(given)));
  expect(turns).toBeGreaterThan(3);
});
