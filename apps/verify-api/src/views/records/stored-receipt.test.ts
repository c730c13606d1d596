import { beforeAll, describe, expect, it } from '@jest/globals';
import {
  MerkleTree,
  digestText,
  formatCheckpoint,
  hashLeaf,
  logEntry,
  slotOf,
  encodeBase64,
  encodeHex,
} from '@service/evidence';
import { sampleAuthority, sampleKeys, sampleRow } from '../../testing/sample-record.js';
import { StoredRecord, type ElementRow, type RecordRow } from './stored-record.js';
import type { Receipt } from './stored-receipt.js';

const origin = 'records.example/development';
const row = sampleRow(sampleAuthority());
const tree = new MerkleTree();
let receipts: Receipt[];

/** The leaf of an element of the record. */
function leafOf(index: number): Uint8Array {
  const digest = digestText(row.elements[index]?.text ?? '');
  const before = row.elements[index - 1];
  const { salt } = JSON.parse(before?.text ?? '{}') as { salt: string };
  const slot = slotOf(origin, 'rec_1', before && { salt, digest: digestText(before.text) });
  return hashLeaf(logEntry(slot, digest));
}

function receiptOf(log_index: number): Receipt {
  const root = tree.root();
  return {
    log_index,
    tree_size: tree.size,
    proof: tree.inclusionProof(log_index),
    root: encodeHex(root),
    note: `${formatCheckpoint({ origin, size: tree.size, root })}\n— records.example/development AAAA\n`,
  };
}

beforeAll(() => {
  tree.append(hashLeaf(Buffer.alloc(64)), leafOf(0), leafOf(1), leafOf(2), hashLeaf(Buffer.alloc(64, 1)));
  receipts = [0, 1, 2, 3, 4].map(receiptOf);
});

const stored = (receipt: Receipt | null, of: RecordRow = row) => new StoredRecord({ ...of, receipt }, 0);
const verified = (receipt: Receipt | null, of?: RecordRow) => stored(receipt, of).verified(sampleKeys);

describe('the receipt of a record’s newest element', () => {
  it('holds where the proof leads from the element to the checkpoint', () => {
    expect(verified(receipts[3] as Receipt)).toBe(true);
    expect(verified(null)).toBe(true);
  });

  it('holds for a first element, whose slot is that of its record', () => {
    const [first] = row.elements as [ElementRow];
    expect(stored(receipts[1] as Receipt, { ...row, elements: [first] }).receipt?.holds).toBe(true);
  });

  it.each<[string, () => Partial<Receipt>]>([
    ['of another leaf', () => receipts[2] as Receipt],
    ['at another place', () => ({ log_index: 2 })],
    ['of a tree of another size', () => ({ tree_size: 6 })],
    ['with another root than its checkpoint', () => ({ root: '00'.repeat(32) })],
    [
      'with a changed hash',
      ({ proof } = receipts[3] as Receipt) => ({ proof: [leafOf(0), ...proof.slice(1)] }),
    ],
    ['with a hash less', ({ proof } = receipts[3] as Receipt) => ({ proof: proof.slice(1) })],
    ['with no hash', () => ({ proof: [] })],
    [
      'with half a hash',
      ({ proof } = receipts[3] as Receipt) => ({ proof: proof.map((hash) => hash.slice(2)) }),
    ],
    ['with a malformed checkpoint', () => ({ note: 'no checkpoint' })],
  ])('makes it not verified where it is one %s', (_, change) => {
    expect(verified({ ...(receipts[3] as Receipt), ...change() })).toBe(false);
  });

  it('is rendered in its public form', () => {
    const { note } = receipts[3] as Receipt;
    expect(JSON.parse(stored(receipts[3] as Receipt).receipt?.shown ?? '')).toEqual({
      checkpoint: note,
      inclusion_proof: tree.inclusionProof(3).map(encodeBase64),
      log_index: 3,
      root_hash: encodeBase64(tree.root()),
      tree_size: 5,
    });
  });
});
