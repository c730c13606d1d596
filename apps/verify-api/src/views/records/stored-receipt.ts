import {
  decodeHex,
  encodeBase64,
  hashLeaf,
  logEntry,
  parseCheckpoint,
  sameHash,
  slotOf,
  verifyInclusion,
} from '@service/evidence';

/** A checkpoint that receipts are made for. */
export interface ReceiptCheckpoint {
  tree_size: number;
  /** Root hash, in hex. */
  root: string;
  note: string;
}

/** An element's place in the log, with the checkpoint that its receipt is made for. */
export interface LogPlace extends ReceiptCheckpoint {
  log_index: number;
}

export interface Receipt extends LogPlace {
  /** Hashes from the leaf to the root. */
  proof: readonly Uint8Array[];
}

/** The element of a receipt: the newest of its subject, and the element before, which determines the slot. */
export interface ReceivedElement {
  subject: string;
  digest: string;
  /** Null where the element is the first. */
  before: { salt: string; digest: string } | null;
}

const quote = JSON.stringify;

/** Proof that an element is in the log, rendered for answers. */
export class StoredReceipt {
  /** JSON text in its JCS form. */
  readonly shown: string;
  /** Whether the proof leads from the element to the checkpoint that it names. */
  readonly holds: boolean;

  constructor(receipt: Receipt, element: ReceivedElement) {
    const { log_index, tree_size, proof, root, note } = receipt;
    const shownHashes = proof.map((hash) => quote(encodeBase64(hash)));
    this.shown =
      `{"checkpoint":${quote(note)},"inclusion_proof":[${shownHashes.join(',')}],"log_index":${log_index}` +
      `,"root_hash":${quote(Buffer.from(root, 'hex').toString('base64'))},"tree_size":${tree_size}}`;
    this.holds = holds(receipt, element);
  }
}

function holds({ log_index, tree_size, root, note, proof }: Receipt, element: ReceivedElement): boolean {
  try {
    const checkpoint = parseCheckpoint(note.slice(0, note.indexOf('\n\n') + 1));
    if (checkpoint.size !== tree_size || !sameHash(checkpoint.root, decodeHex(root))) return false;
    const slot = slotOf(checkpoint.origin, element.subject, element.before);
    const leafHash = hashLeaf(logEntry(slot, element.digest));
    return verifyInclusion({ leafHash, index: log_index, size: tree_size, root: checkpoint.root, proof });
  } catch {
    // The log never writes a checkpoint that cannot be parsed.
    return false;
  }
}
