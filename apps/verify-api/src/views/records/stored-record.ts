import { foldRecord, type RecordSnapshot } from '@service/contracts';
import { reaches, type AskingCaller } from '../asking-caller.js';
import {
  digestReason,
  findRecordChainFault,
  findSignatureFault,
  openElement,
  openSignedElement,
  renderElement,
  type ElementSignature,
  type KeyLookUp,
  type RecordElementContent,
  type SignedElement,
} from '@service/evidence';
import { AnswerPrefix } from './answer-prefix.js';
import { StoredReceipt, type ReceiptRow } from './stored-receipt.js';

/** A record's row with its elements' rows, oldest first, as the view holds them. */
export interface RecordRow extends RecordSnapshot {
  elements: ElementRow[];
  /** Whether the scrub found the record, or its authority, to differ from its events. */
  found_different: boolean;
  /** Of the newest element; null until the log has it. */
  receipt: ReceiptRow | null;
}

export interface ElementRow {
  sequence: number;
  text: string;
  digest: string;
  signature: unknown;
  reason: string | null;
  reason_salt: string | null;
}

/** Elements of a chain that an answer shows. */
const CHAIN_SHOWN = 100;

/** A record as it was read from the view, ready to be verified and shown. */
export class StoredRecord {
  readonly chain: readonly SignedElement<RecordElementContent>[];
  /** Ids of the keys that signed its elements. */
  readonly keyIds: readonly string[];
  /** Versions of its authority that its elements name. */
  readonly authorityVersions: readonly number[];
  /** Null until the log has the newest element. */
  readonly receipt: StoredReceipt | null;
  /** The provenance as JSON up to what is recomputed: joined once, for it does not change between answers. */
  private readonly shownProvenance: string;
  private lastPrefix = { before: '', prefix: new AnswerPrefix('') };
  readonly shownId: string;
  readonly snapshot: RecordSnapshot;
  /** The chain with what lies beside each element. */
  readonly elements: readonly {
    kept: SignedElement<RecordElementContent>;
    reason: string | null;
    salt: string | null;
  }[];
  /** Whether the rows say what the elements say; a pure function of the rows, which do not change in memory. */
  private readonly rowsAgree: boolean;
  private readonly foundDifferent: boolean;

  constructor(
    row: RecordRow,
    readonly loadedAt: number,
  ) {
    const { elements, found_different, receipt, ...snapshot } = row;
    this.snapshot = snapshot;
    this.chain = elements.map(({ text, digest, signature }) =>
      openSignedElement<RecordElementContent>(text, digest, signature),
    );
    this.keyIds = [...new Set(this.chain.flatMap(({ signature }) => signature?.key_id ?? []))];
    this.elements = this.chain.map((kept, index) => {
      const { reason = null, reason_salt: salt = null } = elements[index] ?? {};
      return { kept, reason, salt };
    });
    this.foundDifferent = found_different;
    this.rowsAgree = this.agrees(elements);
    this.receipt = receipt === null ? null : new StoredReceipt(receipt, this.received());
    const named = this.rowsAgree ? this.chain.map(({ content }) => content.authority.version) : [];
    this.authorityVersions = [...new Set(named)];
    const shown = this.chain.slice(-CHAIN_SHOWN).map((kept) => renderElement(kept, kept.signature));
    const origin = JSON.stringify(this.newest?.origin ?? snapshot.origin);
    this.shownProvenance =
      `{"chain":[${shown.join(',')}],"chain_length":${this.chain.length}` +
      `,"origin":${origin},"receipt":${this.receipt?.shown ?? 'null'},"verified":`;
    this.shownId = JSON.stringify(snapshot.id);
  }

  /**
   * Whether a caller may know of the record: it is their project's, and of an authority that they reach. A row
   * changed behind our back must not hide it from its owner.
   */
  belongsTo(caller: AskingCaller): boolean {
    const { projectId } = caller;
    if (this.snapshot.project_id !== projectId && this.chain[0]?.content.project_id !== projectId)
      return false;
    return caller.authorities === null || this.authorityIds.every((id) => reaches(caller, id));
  }

  /** What the newest element says; undefined where the rows do not hold together and nothing can be read off. */
  get newest(): RecordElementContent | undefined {
    return this.rowsAgree ? this.chain[this.chain.length - 1]?.content : undefined;
  }

  /** What an answer begins with, up to what is recomputed of the provenance; `before` is what stands before that. */
  prefix(before: string): AnswerPrefix {
    if (this.lastPrefix.before !== before) {
      this.lastPrefix = { before, prefix: new AnswerPrefix(before + this.shownProvenance) };
    }
    return this.lastPrefix.prefix;
  }

  /** Ids of every authority that the rows name: one, unless they were changed. */
  get authorityIds(): string[] {
    const named = this.chain.map(({ content }) => (content as Partial<RecordElementContent>).authority?.id);
    return [this.snapshot.authority_id, ...named].filter((id) => typeof id === 'string');
  }

  /** Whether the chain holds, recomputed from the kept text, with every signature, and the row with it. */
  verified(keyOf: KeyLookUp): boolean {
    return (
      this.rowsAgree &&
      !this.foundDifferent &&
      this.receipt?.holds !== false &&
      findRecordChainFault(this.chain, this.snapshot) === null &&
      findSignatureFault(this.chain, keyOf) === null
    );
  }

  private received() {
    const before = this.chain[this.chain.length - 2];
    return {
      subjectId: this.snapshot.id,
      digest: this.chain[this.chain.length - 1]?.digest ?? '',
      before: before === undefined ? null : { salt: before.content.salt, digest: before.digest },
    };
  }

  private agrees(rows: readonly ElementRow[]): boolean {
    if (findRecordChainFault(this.chain, this.snapshot) !== null) return false;
    if (
      !rows.every((row, index) => companionHolds(row, this.chain[index]?.signature)) ||
      rows.some((row, index) => row.sequence !== index + 1)
    )
      return false;
    let folded: RecordSnapshot | undefined;
    for (const [index, { content }] of this.chain.entries()) {
      folded = foldRecord(folded, content, rows[index]?.reason ?? null);
    }
    return folded !== undefined && sameMembers(folded, this.snapshot);
  }
}

/** Whether what lies beside an element fits what the element says of it. Erasing reason and salt breaks nothing. */
function companionHolds(
  { text, signature, reason, reason_salt }: ElementRow,
  read: ElementSignature | null | undefined,
): boolean {
  // A row that has something else than a signature; one that has none is not signed, which is another fault.
  if (signature !== null && read === null) return false;
  if (reason === null && reason_salt === null) return true;
  if (reason === null || reason_salt === null) return false;
  const { content } = openElement<RecordElementContent>(text, '');
  return content.reason_digest === digestReason(reason_salt, reason);
}

function sameMembers(left: RecordSnapshot, right: RecordSnapshot): boolean {
  const names = Object.keys(left) as (keyof RecordSnapshot)[];
  return names.length === Object.keys(right).length && names.every((name) => left[name] === right[name]);
}
