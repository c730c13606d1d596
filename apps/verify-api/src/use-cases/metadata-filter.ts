import type { Metadata } from '@service/contracts';
import { publishedSchema } from '@service/platform/boundaries';
import type { Pool } from 'pg';
import type { ListCondition } from './list-newest.js';

const TABLE = `${publishedSchema('record_store')}.metadata`;
/** Matches from which on a list looks at its newest rows instead: a page of them is soon full. */
const MANY = 5_000;

/**
 * The condition that a listed record has all of these pairs. PostgreSQL cannot estimate how many have them: it would read
 * every record of the project to find one, so the index of pairs is asked first.
 */
export async function havingMetadata(
  pool: Pool,
  projectId: string,
  metadata: Metadata,
  many = MANY,
): Promise<ListCondition> {
  const pairs = JSON.stringify({ [projectId]: metadata });
  const { rows } = await pool.query<{ subject_id: string }>(
    `SELECT subject_id FROM ${TABLE} WHERE pairs @> $1::jsonb LIMIT $2`,
    [pairs, many],
  );
  if (rows.length < many) {
    return { sql: 'row.id = ANY (:ids)', parameters: { ids: rows.map(({ subject_id }) => subject_id) } };
  }
  const sql = `EXISTS (SELECT FROM ${TABLE} AS m WHERE m.subject_id = row.id AND m.pairs @> :pairs::jsonb OFFSET 0)`;
  return { sql, parameters: { pairs } };
}
