import { inTransaction } from '@service/event-store';
import type { PersonalFields } from '@service/evidence';
import type { Pool } from 'pg';
import { findMatchingEntries, type Erasure } from './matching-entries.js';

/** Blocks that are rewritten in one transaction. */
const BATCH = 100;

/** What was erased. */
export interface Erased {
  /** Entries, each an address with a user agent and its salt. */
  entries: number;
  /** How many of them also belonged to interactions that did not match. */
  shared: number;
  blocks: number;
}

interface PersonalBlock {
  writer: string;
  sequence: string;
  lines: string;
  personal: Record<string, PersonalFields>;
}

/**
 * Erases personal fields from the history of a project; lines and links do not change, so that the chains stay valid.
 * It changes batches of blocks in short transactions: after an interruption, run it again.
 */
export async function erasePersonal(pool: Pool, erasure: Erasure): Promise<Erased> {
  const erased = { entries: 0, shared: 0, blocks: 0 };
  const { rows } = await pool.query<{ day: string }>(
    'SELECT DISTINCT day::text FROM verify_api.lanes WHERE project_id = $1 ORDER BY day',
    [erasure.projectId],
  );
  for (const { day } of rows) {
    for (let after: PersonalBlock | null = null; ;) {
      const last: PersonalBlock | null = await eraseBatch(pool, erasure, day, after, erased);
      if (last === null) break;
      after = last;
    }
  }
  return erased;
}

/** Returns the last block of the batch; null at the end of the day. */
async function eraseBatch(
  pool: Pool,
  erasure: Erasure,
  day: string,
  after: PersonalBlock | null,
  erased: Erased,
): Promise<PersonalBlock | null> {
  return inTransaction(pool, 'BEGIN', async (client) => {
    const { rows } = await client.query<PersonalBlock>(
      `SELECT writer, sequence, lines, personal FROM verify_api.interactions
       WHERE day = $1 AND project_id = $2 AND (writer, sequence) > ($3, $4)
       ORDER BY writer, sequence LIMIT ${BATCH} FOR UPDATE`,
      [day, erasure.projectId, after?.writer ?? '', after?.sequence ?? '0'],
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
        erasure.projectId,
        changed.map(({ writer }) => writer),
        changed.map(({ sequence }) => sequence),
        changed.map(({ personal }) => personal),
      ],
    );
    return rows[rows.length - 1] ?? null;
  });
}
