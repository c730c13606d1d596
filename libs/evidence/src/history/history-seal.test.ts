import { describe, expect, it } from '@jest/globals';
import { encodeHex } from '../encoding/base-encodings.js';
import { digestText } from '../digest.js';
import { canonicalJson } from '../json/canonical-json.js';
import { hashLeaf } from '../merkle/hashing.js';
import { readSeal, rootOfLanes, sealText, type SealedLane } from './history-seal.js';

const lane = (project_id: string, day: string, writer: string, count: number): SealedLane => ({
  project_id,
  day,
  writer,
  count,
  head: digestText(`${writer} ${count}`),
});
const LANES = [
  lane('prj_a', '2026-03-01', 'wri_b', 1),
  lane('prj_a', '2026-03-02', 'wri_a', 2),
  lane('prj_b', '2026-03-01', 'wri_a', 3),
];
const PLACE = {
  log: 'log.example/development',
  number: 7,
  previous: digestText('before'),
  sealed_at: '2026-03-02T00:00:01.000Z',
};

describe('a seal of the history', () => {
  it('is canonical JSON, with the root over the heads of its lanes', () => {
    // Made by another hand: SHA-256 of 0x00 and each leaf's JSON, then RFC 6962 nodes.
    const root = 'sha256:50d6f8ecd68b2539c1b0855ed93bff28636383e4d81d6fcff57ef5c57a92a71b';
    expect(sealText(LANES, PLACE)).toBe(
      `{"format":"history-seal/v1","log":"log.example/development","moved":3,"number":7,"previous":"${PLACE.previous}",` +
        `"root":"${root}","sealed_at":"2026-03-02T00:00:01.000Z"}`,
    );
  });

  it('has JCS forms as leaves, whatever the names', () => {
    const odd = lane('prj_"\\\n\u2028é', '2026-03-01', '\u0001', 12);
    const leaf = hashLeaf(Buffer.from(canonicalJson(odd)));
    expect(rootOfLanes([odd])).toBe(`sha256:${encodeHex(leaf)}`);
  });

  it('depends on every member of every lane, and not on the order in which they are given', () => {
    const root = rootOfLanes(LANES);
    expect(rootOfLanes(LANES.toReversed())).toBe(root);
    const others = LANES.flatMap((each, index) =>
      [{ project_id: 'x' }, { day: 'x' }, { writer: 'x' }, { count: 9 }, { head: digestText('x') }].map(
        (edit) => rootOfLanes(LANES.with(index, { ...each, ...edit })),
      ),
    );
    expect(new Set([root, rootOfLanes(LANES.slice(1)), ...others]).size).toBe(17);
  });

  it('is read as it was written, and nothing else is read as one', () => {
    const text = sealText(LANES, PLACE);
    expect(readSeal(text)).toEqual({
      format: 'history-seal/v1',
      moved: 3,
      root: rootOfLanes(LANES),
      ...PLACE,
    });
    for (const other of [
      '',
      'null',
      '{}',
      text.replace('v1', 'v2'),
      text.replace('"number":7', '"number":"7"'),
    ]) {
      expect(readSeal(other)).toBeNull();
    }
  });
});
