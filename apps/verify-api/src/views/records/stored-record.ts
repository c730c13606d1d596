import { foldRecord, type FoldedRecord, type RecordSnapshot } from '@service/contracts';
import { reaches, type AskingCaller } from '../asking-caller.js';
import {
  breaksPromise,
  digestReason,
  digestText,
  findRecordChainFault,
  findSignatureFault,
  loggedBy,
  openSignedElement,
  recordPlaces,
  renderElement,
  restsOnAuthority,
  signsAt,
  subjectOf,
  type Digest,
  type KeyLookUp,
  type RecordElementContent,
  type SignedElement,
} from '@service/evidence';
import type { DirectoryAuthority } from '../directory.js';
import { AnswerPrefix } from './answer-prefix.js';
import { StoredReceipt, type Receipt } from './stored-receipt.js';

/** A record's row in the view with its elements and their companions as their owner has them, oldest first. */
export interface RecordRow extends RecordSnapshot {
  elements: ElementRow[];
  /** Whether the scrub found the record, or its authority, to differ from its events. */
  found_different: boolean;
  /** Receipt of the newest element; null until the log has it. */
  receipt: Receipt | null;
  /** Index of the leaf that follows the newest element in the log, by `leafIndexSql`; null while there is none. */
  successor_index: number | null;
}

export interface ElementRow {
  sequence: number;
  text: string;
  signature: unknown;
  reason: string | null;
  reason_salt: string | null;
  /** When the log published its last tree without it; null where it has it from the first, or not yet. */
  absent_at: Date | null;
  /** Index in the log; null until a published tree has it. */
  log_index: number | null;
}

/** An element whose place in the log bundles prove. */
interface PlacedElement {
  sequence: number;
  keyId: string | undefined;
  index: number | null;
}

/** Largest number of elements of a chain in an answer. */
const CHAIN_SHOWN = 100;

/** A record as read from the view, with everything that verifying and rendering need. */
export class StoredRecord {
  readonly chain: readonly SignedElement<RecordElementContent>[];
  /** Ids of the keys that signed the elements. */
  readonly keyIds: readonly string[];
  /** Versions of the authority that the elements name. */
  readonly authorityVersions: readonly number[];
  readonly placed: readonly PlacedElement[];
  /** The logs that took one of its elements too late. Only the elements whose places bundles prove count. */
  readonly lateIn: readonly string[];
  /** Null until the log has the newest element. */
  readonly receipt: StoredReceipt | null;
  /** Index of the newest element's receipt; null without one. */
  readonly logIndex: number | null;
  /** Index of the leaf that follows the newest element in the log; null while the log has none. */
  readonly successorIndex: number | null;
  /** JSON of the provenance up to its `verified` member. It is the same in all answers, so it is joined once. */
  private readonly shownProvenance: string;
  private lastPrefix = { before: '', prefix: new AnswerPrefix('') };
  readonly shownId: string;
  readonly snapshot: RecordSnapshot;
  /** The chain, each element with its reason and salt. */
  readonly elements: readonly {
    element: SignedElement<RecordElementContent>;
    reason: string | null;
    salt: string | null;
  }[];
  /** Whether the rows agree with the elements: a pure function of the rows, so it is computed once. */
  private readonly rowsAgree: boolean;
  private readonly foundDifferent: boolean;
  private resting: { on: DirectoryAuthority['elements']; length: number; holds: boolean } | null = null;

  constructor(
    row: RecordRow,
    readonly loadedAt: number,
    /** Its elements, where they were opened before. */
    chain = openElements(row.elements),
  ) {
    const { elements, found_different, receipt, successor_index, ...snapshot } = row;
    this.snapshot = snapshot;
    this.chain = chain;
    this.keyIds = [...new Set(this.chain.flatMap(({ signature }) => signature?.key_id ?? []))];
    this.elements = this.chain.map((element, index) => {
      const { reason = null, reason_salt: salt = null } = elements[index] ?? {};
      return { element, reason, salt };
    });
    this.foundDifferent = found_different;
    this.logIndex = receipt?.log_index ?? null;
    this.successorIndex = successor_index;
    this.rowsAgree = this.agrees(elements);
    this.receipt = receipt === null ? null : new StoredReceipt(receipt, this.received());
    const named = this.rowsAgree ? this.chain.map(({ content }) => content.authority.version) : [];
    this.authorityVersions = [...new Set(named)];
    const sequences = this.rowsAgree ? [...recordPlaces(this.chain), this.chain.length] : [];
    this.placed = sequences.map((sequence) => ({
      sequence,
      keyId: this.chain[sequence - 1]?.signature?.key_id,
      index: elements[sequence - 1]?.log_index ?? null,
    }));
    this.lateIn = this.rowsAgree ? this.lateLogs(elements) : [];
    const shown = this.chain.slice(-CHAIN_SHOWN).map((element) => renderElement(element, element.signature));
    const origin = JSON.stringify(this.newest?.origin ?? snapshot.origin);
    const promise = this.receipt === null ? loggedByOf(this.newest) : '';
    this.shownProvenance =
      `{"chain":[${shown.join(',')}],"chain_length":${this.chain.length}${promise}` +
      `,"origin":${origin},"receipt":${this.receipt?.shown ?? 'null'},"verified":`;
    this.shownId = JSON.stringify(snapshot.id);
  }

  /**
   * Whether a caller may read the record: it belongs to the caller's project, and to an authority within the
   * caller's reach. An edited row must not hide the record from its owner.
   */
  belongsTo(caller: AskingCaller): boolean {
    const { projectId } = caller;
    if (this.snapshot.project_id !== projectId && this.chain[0]?.content.project_id !== projectId)
      return false;
    return caller.authorities === null || this.authorityIds.every((id) => reaches(caller, id));
  }

  /** Content of the newest element; undefined where the rows disagree. */
  get newest(): RecordElementContent | undefined {
    return this.rowsAgree ? this.chain[this.chain.length - 1]?.content : undefined;
  }

  /** The start of an answer: `before`, then the provenance up to its `verified` member. */
  prefix(before: string): AnswerPrefix {
    if (this.lastPrefix.before !== before) {
      this.lastPrefix = { before, prefix: new AnswerPrefix(before + this.shownProvenance) };
    }
    return this.lastPrefix.prefix;
  }

  /** Ids of all authorities that the rows name: one, unless a row was edited. */
  get authorityIds(): string[] {
    const named = this.chain.map(({ content }) => (content as Partial<RecordElementContent>).authority?.id);
    return [this.snapshot.authority_id, ...named].filter((id) => typeof id === 'string');
  }

  /** Whether row, chain, receipt and signatures are valid, recomputed from the stored texts. */
  verified(keyOf: KeyLookUp): boolean {
    return (
      this.rowsAgree &&
      !this.foundDifferent &&
      this.receipt?.holds !== false &&
      findRecordChainFault(this.chain, this.snapshot) === null &&
      findSignatureFault(this.chain, keyOf, signsAt) === null
    );
  }

  /**
   * Whether the elements name elements of the authority that allowed them, by the rules of bundles: computed once for each
   * length of the authority's chain, to which the directory appends in place.
   */
  restsOn({ snapshot, elements }: DirectoryAuthority): boolean {
    if (this.resting?.on !== elements || this.resting.length !== elements.length) {
      const record = { subjectId: this.snapshot.id, elements: this.chain };
      const holds = restsOnAuthority(record, { subjectId: snapshot.id, elements });
      this.resting = { on: elements, length: elements.length, holds };
    }
    return this.resting.holds;
  }

  private lateLogs(rows: readonly ElementRow[]): string[] {
    const placed = new Set(this.placed.map(({ sequence }) => sequence));
    let absentAt: Date | null = null;
    return this.chain.flatMap(({ content }, at) => {
      // A bundle does not prove the place of every element: such an element came after the one before it.
      if (placed.has(at + 1)) absentAt = rows[at]?.absent_at ?? absentAt;
      return absentAt !== null && breaksPromise(content, absentAt) ? [content.log] : [];
    });
  }

  private received() {
    const before = this.chain[this.chain.length - 2];
    const newest = this.chain[this.chain.length - 1];
    return {
      subject: subjectOf(this.snapshot.id, newest?.content),
      digest: newest?.digest ?? '',
      before: before === undefined ? null : { salt: before.content.salt, digest: before.digest },
    };
  }

  private agrees(rows: readonly ElementRow[]): boolean {
    if (findRecordChainFault(this.chain, this.snapshot) !== null) return false;
    if (
      !rows.every((row, index) => companionHolds(row, this.chain[index])) ||
      rows.some((row, index) => row.sequence !== index + 1)
    )
      return false;
    let folded: FoldedRecord | undefined;
    for (const [index, { content }] of this.chain.entries()) {
      folded = foldRecord(folded, content, rows[index]?.reason ?? null);
    }
    const digest = this.chain.at(-1)?.digest as Digest;
    return folded !== undefined && sameMembers({ ...folded, digest }, this.snapshot);
  }
}

/** Reads the elements of rows; none is trusted. */
export function openElements(
  rows: readonly Pick<ElementRow, 'text' | 'signature'>[],
): SignedElement<RecordElementContent>[] {
  return rows.map(({ text, signature }) => openSignedElement(text, digestText(text), signature));
}

/** The member that says by when an element is in the log; empty where the rows disagree. */
function loggedByOf(newest: RecordElementContent | undefined): string {
  return newest === undefined ? '' : `,"logged_by":"${loggedBy(newest.occurred_at)}"`;
}

/** Whether signature, reason and salt fit the element. Erased reasons and salts are valid. */
function companionHolds(
  { signature, reason, reason_salt }: ElementRow,
  element: SignedElement<RecordElementContent> | undefined,
): boolean {
  // The column holds a value that is not a signature. A missing signature is another fault.
  if (signature !== null && element?.signature === null) return false;
  if (reason === null && reason_salt === null) return true;
  if (reason === null || reason_salt === null) return false;
  return element?.content.reason_digest === digestReason(reason_salt, reason);
}

function sameMembers(left: RecordSnapshot, right: RecordSnapshot): boolean {
  const names = Object.keys(left) as (keyof RecordSnapshot)[];
  return names.length === Object.keys(right).length && names.every((name) => left[name] === right[name]);
}
