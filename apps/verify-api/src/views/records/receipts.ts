import {
  EvidenceError,
  logVerifiers,
  parseNote,
  type KeyRing,
  type NoteVerifier,
  type TileTree,
} from '@service/evidence';
import type { Pool } from 'pg';
import type { LogPlace, Receipt, ReceiptCheckpoint } from './stored-receipt.js';

/** Computes receipts from the tiles of the log. */
export class Receipts {
  private readonly verifiers = new Map<string, readonly NoteVerifier[]>();

  constructor(
    private readonly pool: Pool,
    private readonly log: { tree(size: number): TileTree },
    /** Without keys, as on a restored copy, every checkpoint counts as current. */
    private readonly keys: KeyRing,
  ) {}

  /**
   * The receipts of elements at some places, null without one, under the checkpoints that the places name. Under the newest
   * one where only retired keys signed those: readers who have come since need not know these keys.
   */
  async prove(places: readonly (LogPlace | null)[]): Promise<(Receipt | null)[]> {
    const notes = new Set(places.flatMap((place) => place?.note ?? []));
    const outdated = new Set([...notes].filter((note) => !this.isCurrent(note)));
    const head = outdated.size > 0 ? await this.readHead() : null;
    return Promise.all(
      places.map(async (place) => {
        if (place === null) return null;
        const { log_index } = place;
        const isRenewed = head !== null && log_index < head.tree_size && outdated.has(place.note);
        return this.proveIn(isRenewed ? { ...head, log_index } : place);
      }),
    );
  }

  /** A place that the tiles do not have gets a proof of no hashes, which does not hold. */
  private async proveIn(place: LogPlace): Promise<Receipt> {
    try {
      return { ...place, proof: await this.log.tree(place.tree_size).inclusionProof(place.log_index) };
    } catch (error) {
      if (error instanceof EvidenceError || error instanceof RangeError) return { ...place, proof: [] };
      throw error;
    }
  }

  /** The newest checkpoint; null unless a key that has not been retired signed it. */
  private async readHead(): Promise<ReceiptCheckpoint | null> {
    const { rows } = await this.pool.query<ReceiptCheckpoint>({
      name: 'receipts.head',
      text: `SELECT tree_size::float8, encode(root, 'hex') AS root, note FROM record_store_published.log_head`,
    });
    const [head] = rows;
    return head !== undefined && this.isCurrent(head.note) ? head : null;
  }

  /** Whether a key that has not been retired signed a checkpoint. Nobody is said to have signed a malformed one. */
  private isCurrent(note: string): boolean {
    if (this.keys.retired.length === 0) return true;
    try {
      return this.isSignedByCurrent(note);
    } catch (error) {
      if (error instanceof EvidenceError || error instanceof RangeError) return false;
      throw error;
    }
  }

  private isSignedByCurrent(note: string): boolean {
    const origin = note.slice(0, note.indexOf('\n'));
    const known = this.verifiers.get(origin) ?? logVerifiers(this.keys, origin);
    this.verifiers.set(origin, known);
    const { signatures } = parseNote(note);
    return known.some((key) => key.lastSize === undefined && signatures.some((by) => key.isNamedBy(by)));
  }
}
