import { expect, it } from '@jest/globals';
import {
  KeyRing,
  MerkleTree,
  SigningKey,
  TileTree,
  encodeHex,
  formatCheckpoint,
  hashLeaf,
  noteSigner,
  signNote,
} from '@service/evidence';
import type { Pool } from 'pg';
import { Receipts } from './receipts.js';
import type { LogPlace } from './stored-receipt.js';

const ORIGIN = 'log.example/development';
const first = KeyRing.generate('2026-11-21T03:00:00.000Z');
const rotated = first.with(SigningKey.generate('checkpoint', '2026-11-22T03:00:00.000Z'));
const [fresh, old] = rotated.all('checkpoint') as [SigningKey, SigningKey];
const retired = rotated.retire(old.keyId, { retiredAt: '2026-11-23T03:00:00.000Z', treeSize: 5 });

const leaves = Array.from({ length: 7 }, (_, at) => hashLeaf(Buffer.alloc(64, at)));
const tree = new MerkleTree();
tree.append(...leaves);
const stored = Buffer.concat(leaves);

function placeAt(size: number, ...keys: SigningKey[]): LogPlace {
  const root = tree.root(size);
  const text = formatCheckpoint({ origin: ORIGIN, size, root });
  const note = signNote(
    text,
    keys.map((key) => noteSigner(ORIGIN, key)),
  );
  return { log_index: 2, tree_size: size, root: encodeHex(root), note };
}

const receiptOf = (place: LogPlace) => ({ ...place, proof: tree.inclusionProof(2, place.tree_size) });

/** The receipt for a place, with the number of queries for the newest checkpoint that this took. */
async function proven(keys: KeyRing, place: LogPlace | null, head = placeAt(7, fresh), tile = stored) {
  let queries = 0;
  const query = () => {
    queries += 1;
    return Promise.resolve({ rows: [{ tree_size: head.tree_size, root: head.root, note: head.note }] });
  };
  const log = { tree: (size: number) => new TileTree(size, () => tile) };
  const [receipt] = await new Receipts({ query } as unknown as Pool, log, keys).prove([place]);
  return { receipt, queries };
}

it('a receipt of a checkpoint that only a retired key signed is made for the newest one', async () => {
  const head = placeAt(7, fresh);
  expect((await proven(retired, placeAt(5, old), head)).receipt).toEqual(receiptOf(head));
});

it.each([
  ['nothing is retired', rotated, placeAt(5, old)],
  ['another key signed it too', retired, placeAt(5, old, fresh)],
  ['there are no keys, as on a restored copy', KeyRing.empty(), placeAt(5, old)],
])('a receipt is made for the checkpoint of its place, without a query, where %s', async (_, keys, place) => {
  expect(await proven(keys, place)).toEqual({ receipt: receiptOf(place), queries: 0 });
});

it('a receipt is made for the checkpoint of its place while the newest one depends on the retired key, too', async () => {
  const place = placeAt(5, old);
  expect((await proven(retired, place, placeAt(7, old))).receipt).toEqual(receiptOf(place));
});

it('there is no receipt without a place', async () => {
  expect(await proven(retired, null)).toEqual({ receipt: null, queries: 0 });
});

it.each<[string, Partial<LogPlace>, typeof stored]>([
  ['a tile that is gone', {}, Buffer.alloc(0)],
  ['a tile that was cut', {}, stored.subarray(0, -40)],
  ['an index that no tree has', { log_index: -1 }, stored],
  ['a checkpoint of more leaves than the log has', { tree_size: 8 }, stored],
])('a receipt has a proof of nothing, which does not hold, for %s', async (_, change, tile) => {
  const place = { ...placeAt(7, fresh), ...change };
  expect((await proven(retired, place, undefined, tile)).receipt).toEqual({ ...place, proof: [] });
});
