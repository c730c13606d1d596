import type { Metadata } from '@service/contracts';
import type { Pool } from 'pg';
import type { AskingCaller } from '../views/asking-caller.js';
import { METADATA, type HavingMetadata } from '../views/records/record-filter.sql.js';

/** From this many matches on, a list filters its newest rows instead, because a page is soon full. */
const MANY = 5_000;

/**
 * The records of a project that have all of these pairs. PostgreSQL cannot estimate their number and would read every
 * record of the project to find one, so the index of pairs is read first. Not for a limited caller: the ends of its
 * pages would reveal how many records of others match.
 */
export async function havingMetadata(
  pool: Pool,
  { projectId, authorities }: AskingCaller,
  metadata: Metadata,
  many = MANY,
): Promise<HavingMetadata> {
  const pairs = JSON.stringify({ [projectId as string]: metadata });
  if (authorities !== null) return { pairs };
  const { rows } = await pool.query<{ subject_id: string }>(
    `SELECT subject_id FROM ${METADATA} WHERE pairs @> $1::jsonb LIMIT $2`,
    [pairs, many],
  );
  return rows.length < many ? { ids: rows.map(({ subject_id }) => subject_id) } : { pairs };
}
