import { beforeAll, describe, expect, it } from '@jest/globals';
import {
  MerkleTree,
  firstSlot,
  formatCheckpoint,
  hashLeaf,
  logEntry,
  nextSlot,
  type Digest,
  encodeBase64,
  encodeHex,
} from '@service/evidence';
import { sampleAuthority, sampleKeys, sampleRow } from '../../testing/sample-record.js';
import { StoredRecord, type ElementRow, type RecordRow } from './stored-record.js';
import type { ReceiptRow } from './stored-receipt.js';

const origin = 'records.example/development';
const row = sampleRow(sampleAuthority());
const tree = new MerkleTree();
let receipts: ReceiptRow[];

/** The leaf of an element of the record. */
function leafOf(index: number): Uint8Array {
  const { digest } = row.elements[index] as ElementRow;
  const before = row.elements[index - 1];
  const slot =
    before === undefined
      ? firstSlot(origin, 'rec_1')
      : nextSlot({
          salt: (JSON.parse(before.text) as { salt: string }).salt,
          digest: before.digest as Digest,
        });
  return hashLeaf(logEntry(slot, digest as Digest));
}

function receiptOf(log_index: number): ReceiptRow {
  const root = tree.root();
  return {
    log_index,
    tree_size: tree.size,
    proof: Buffer.concat(tree.inclusionProof(log_index)).toString('hex'),
    root: encodeHex(root),
    note: `${formatCheckpoint({ origin, size: tree.size, root })}\n— records.example/development AAAA\n`,
  };
}

beforeAll(() => {
  tree.append(hashLeaf(Buffer.alloc(64)), leafOf(0), leafOf(1), leafOf(2), hashLeaf(Buffer.alloc(64, 1)));
  receipts = [0, 1, 2, 3, 4].map(receiptOf);
});

const stored = (receipt: ReceiptRow | null, of: RecordRow = row) => new StoredRecord({ ...of, receipt }, 0);
const verified = (receipt: ReceiptRow | null, of?: RecordRow) => stored(receipt, of).verified(sampleKeys);

describe('the receipt of a record’s newest element', () => {
  it('holds where the proof leads from the element to the checkpoint', () => {
    expect(verified(receipts[3] as ReceiptRow)).toBe(true);
    expect(verified(null)).toBe(true);
  });

  it('holds for a first element, whose slot is that of its record', () => {
    const [first] = row.elements as [ElementRow];
    expect(stored(receipts[1] as ReceiptRow, { ...row, elements: [first] }).receipt?.holds).toBe(true);
  });

  it.each<[string, () => Partial<ReceiptRow>]>([
    ['of another leaf', () => receipts[2] as ReceiptRow],
    ['at another place', () => ({ log_index: 2 })],
    ['of a tree of another size', () => ({ tree_size: 6 })],
    ['with another root than its checkpoint', () => ({ root: '00'.repeat(32) })],
    ['with a changed hash', ({ proof } = receipts[3] as ReceiptRow) => ({ proof: `00${proof.slice(2)}` })],
    ['with a hash less', ({ proof } = receipts[3] as ReceiptRow) => ({ proof: proof.slice(64) })],
    ['with half a hash', ({ proof } = receipts[3] as ReceiptRow) => ({ proof: proof.slice(2) })],
    ['with a malformed checkpoint', () => ({ note: 'no checkpoint' })],
  ])('makes it not verified where it is one %s', (_, change) => {
    expect(verified({ ...(receipts[3] as ReceiptRow), ...change() })).toBe(false);
  });

  it('is rendered in its public form', () => {
    const { note } = receipts[3] as ReceiptRow;
    expect(JSON.parse(stored(receipts[3] as ReceiptRow).receipt?.shown ?? '')).toEqual({
      checkpoint: note,
      inclusion_proof: tree.inclusionProof(3).map(encodeBase64),
      log_index: 3,
      root_hash: encodeBase64(tree.root()),
      tree_size: 5,
    });
  });
});
