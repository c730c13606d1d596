import {
  decodeHex,
  firstSlot,
  hashLeaf,
  logEntry,
  nextSlot,
  parseCheckpoint,
  sameHash,
  verifyInclusion,
  type Digest,
} from '@service/evidence';

/** Row of an element's receipt, with its checkpoint. */
export interface ReceiptRow {
  log_index: number;
  tree_size: number;
  /** Hashes from the leaf to the root, in hex. */
  proof: string;
  /** Root hash of the checkpoint, in hex. */
  root: string;
  note: string;
}

/** The element of a receipt: the newest of its subject, and the element before, which determines the slot. */
export interface ReceivedElement {
  subjectId: string;
  digest: string;
  /** Null where the element is the first. */
  before: { salt: string; digest: string } | null;
}

const HASH_BYTES = 32;
const quote = JSON.stringify;

/** Proof that an element is in the log, rendered for answers. */
export class StoredReceipt {
  /** JSON text in its JCS form. */
  readonly shown: string;
  /** Whether the proof leads from the element to the checkpoint that it names. */
  readonly holds: boolean;

  constructor(row: ReceiptRow, element: ReceivedElement) {
    const { log_index, tree_size, proof, root, note } = row;
    const hashes = hashesOf(proof);
    const shownHashes = hashes.map((hash) => quote(hash.toString('base64')));
    this.shown =
      `{"checkpoint":${quote(note)},"inclusion_proof":[${shownHashes.join(',')}],"log_index":${log_index}` +
      `,"root_hash":${quote(Buffer.from(root, 'hex').toString('base64'))},"tree_size":${tree_size}}`;
    this.holds = holds(row, hashes, element);
  }
}

function hashesOf(proof: string): Buffer[] {
  const bytes = Buffer.from(proof, 'hex');
  const hashes: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += HASH_BYTES) hashes.push(bytes.subarray(at, at + HASH_BYTES));
  return hashes;
}

function holds(
  { log_index, tree_size, root, note }: ReceiptRow,
  proof: Buffer[],
  element: ReceivedElement,
): boolean {
  try {
    const checkpoint = parseCheckpoint(note.slice(0, note.indexOf('\n\n') + 1));
    if (checkpoint.size !== tree_size || !sameHash(checkpoint.root, decodeHex(root))) return false;
    const { subjectId, digest, before } = element;
    const slot =
      before === null
        ? firstSlot(checkpoint.origin, subjectId)
        : nextSlot({ salt: before.salt, digest: before.digest as Digest });
    const leafHash = hashLeaf(logEntry(slot, digest as Digest));
    return verifyInclusion({ leafHash, index: log_index, size: tree_size, root: checkpoint.root, proof });
  } catch {
    // The log never writes a receipt that cannot be parsed.
    return false;
  }
}
