import { inTransaction } from '@service/event-store';
import type { PersonalFields } from '@service/evidence';
import { repeatRolledBack } from '@service/platform/postgres';
import type { Pool } from 'pg';
import { findMatchingEntries, type Erasure } from './matching-entries.js';

/** Most blocks that are rewritten in one transaction. */
const BATCH = 100;

/** What was erased. */
export interface Erased {
  /** Entries, each an address with a user agent and its salt. */
  entries: number;
  /** How many of the entries also belonged to interactions that did not match. */
  shared: number;
  blocks: number;
}

/** A day of a project's history, or of the history that belongs to no single project. */
interface HistoryDay {
  day: string;
  history: string;
}

interface PersonalBlock {
  writer: string;
  sequence: string;
  lines: string;
  personal: Record<string, PersonalFields>;
}

/**
 * Erases personal fields: from a project's history, or those of one person from every history. Lines and links do not
 * change, so the chains stay valid. Batches of blocks are changed in short transactions; after an interruption, run it
 * again.
 */
export async function erasePersonal(pool: Pool, erasure: Erasure): Promise<Erased> {
  const erased = { entries: 0, shared: 0, blocks: 0 };
  const { rows } = await pool.query<HistoryDay>(
    `SELECT DISTINCT day::text, project_id AS history FROM verify_api.lanes
     WHERE $1::text IS NULL OR project_id = $1 ORDER BY day, history`,
    ['projectId' in erasure ? erasure.projectId : null],
  );
  for (const where of rows) {
    for (let after: PersonalBlock | null = null; ;) {
      const batch: ErasedBatch = await repeatRolledBack(() => eraseBatch(pool, erasure, where, after));
      erased.entries += batch.entries;
      erased.shared += batch.shared;
      erased.blocks += batch.blocks;
      if (batch.last === null) break;
      after = batch.last;
    }
  }
  return erased;
}

/** What a batch has erased, and its last block; null at the end of the day. */
interface ErasedBatch extends Erased {
  last: PersonalBlock | null;
}

async function eraseBatch(
  pool: Pool,
  erasure: Erasure,
  { day, history }: HistoryDay,
  after: PersonalBlock | null,
): Promise<ErasedBatch> {
  return inTransaction(pool, 'BEGIN', async (client) => {
    const erased = { entries: 0, shared: 0, blocks: 0 };
    const { rows } = await client.query<PersonalBlock>(
      `SELECT writer, sequence, lines, personal FROM verify_api.interactions
       WHERE day = $1 AND project_id = $2 AND (writer, sequence) > ($3, $4)
         AND ($5::text IS NULL OR position($5 IN lines) > 0)
       ORDER BY writer, sequence LIMIT ${BATCH} FOR UPDATE`,
      [
        day,
        history,
        after?.writer ?? '',
        after?.sequence ?? '0',
        // Nobody waits for blocks in which the person does not occur.
        'operatorId' in erasure ? erasure.operatorId : null,
      ],
    );
    const changed = rows.flatMap(({ lines, personal, ...block }) => {
      const { digests, shared } = findMatchingEntries(erasure, lines, personal);
      if (digests.length === 0) return [];
      erased.entries += digests.length;
      erased.shared += shared;
      const remaining = Object.entries(personal).filter(([digest]) => !digests.includes(digest));
      return [{ ...block, personal: JSON.stringify(Object.fromEntries(remaining)) }];
    });
    erased.blocks += changed.length;
    await client.query(
      `UPDATE verify_api.interactions AS block SET personal = changed.personal
       FROM unnest($3::text[], $4::bigint[], $5::json[]) AS changed (writer, sequence, personal)
       WHERE day = $1 AND project_id = $2 AND block.writer = changed.writer AND block.sequence = changed.sequence`,
      [
        day,
        history,
        changed.map(({ writer }) => writer),
        changed.map(({ sequence }) => sequence),
        changed.map(({ personal }) => personal),
      ],
    );
    return { ...erased, last: rows[rows.length - 1] ?? null };
  });
}
