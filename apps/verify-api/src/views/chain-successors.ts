import { nextSlotOrNull } from '@service/evidence';
import { Batcher } from '@service/platform/batching';
import { unseen } from '@service/platform/postgres';
import type { Pool } from 'pg';
import { leafIndexSql } from './successors.sql.js';

/** Milliseconds after which a look-up in the log is stale, the same as for a cached row of a record. */
const FRESH_FOR = 4_000;

/** A subject in the gateway’s memory, with all of its elements in order. */
interface Chain {
  readonly elements: readonly { readonly digest: string; readonly content: { readonly salt: string } }[];
}

interface LookUp {
  /** Digest of the element whose successor was looked up. */
  digest: string;
  /** By the monotonic clock. */
  at: number;
  /** Index of the successor in the log; null while the log has none. */
  index: number | null;
}

/**
 * Looks up in the log what follows the newest elements of authorities and keys. Gateways hold both in memory, so no query
 * for a record reads them: each is looked up at most once in four seconds, and only while answers rest on it.
 */
export class ChainSuccessors {
  private readonly lookUps = new WeakMap<Chain['elements'], LookUp>();
  private readonly loads: Batcher<Uint8Array | null, number | null>;

  constructor(private readonly pool: Pool) {
    this.loads = new Batcher((slots) => this.load(slots), { maxBatch: 1_000, maxInFlight: 4 });
  }

  /**
   * Whether the successor of the chain’s newest element was looked up lately.
   * @param now milliseconds of the monotonic clock.
   */
  isFresh({ elements }: Chain, now = performance.now()): boolean {
    const known = this.lookUps.get(elements);
    return known !== undefined && known.digest === digestOf(elements) && now - known.at < FRESH_FOR;
  }

  /** Index of the leaf that follows the chain’s newest element, by the last look-up; null while the log has none. */
  indexOf({ elements }: Chain): number | null {
    const known = this.lookUps.get(elements);
    return known?.digest === digestOf(elements) ? known.index : null;
  }

  /** Resolves when the successor of the chain’s newest element has been looked up. */
  async refresh({ elements }: Chain): Promise<void> {
    let digest: string;
    do {
      const at = performance.now();
      digest = digestOf(elements);
      const index = await this.loads.submit(slotAfter(elements));
      this.lookUps.set(elements, { digest, at, index });
      // An element may arrive during the look-up.
    } while (digest !== digestOf(elements));
  }

  private async load(slots: readonly (Uint8Array | null)[]): Promise<(number | null)[]> {
    const { rows } = await this.pool.query<{ index: number | null }>({
      name: 'chain_successors',
      text: `SELECT ${leafIndexSql('wanted.slot')} AS index
        FROM unnest(${unseen(1, 'bytea[]')}) WITH ORDINALITY AS wanted (slot, place) ORDER BY wanted.place`,
      values: [slots],
    });
    return rows.map(({ index }) => index);
  }
}

function digestOf(elements: Chain['elements']): string {
  return elements[elements.length - 1]?.digest ?? '';
}

/** The slot of the element after the newest; null if the newest was edited, so that its signature is invalid too. */
function slotAfter(elements: Chain['elements']): Uint8Array | null {
  const newest = elements[elements.length - 1];
  return newest === undefined ? null : nextSlotOrNull(newest.content.salt, newest.digest);
}
