import type { Pool } from 'pg';
import type { Block } from '../writing/lane.js';

const COLUMNS = [
  'day date',
  'project_id text',
  'sequence bigint',
  'line_count integer',
  'first_at timestamptz',
  'last_at timestamptz',
  'first_request text',
  'last_request text',
  'links bytea',
  'lines text',
  'personal json',
  'tally json',
].map((column) => column.split(' ') as [name: string, type: string]);

/**
 * Stores blocks, all or none, in one statement. Repeated with the same blocks it changes nothing, so that a
 * commit which was not heard of can be tried again. Parameters stand alone, not in arrays: long ones then travel
 * as the bytes that they are.
 */
export async function insertBlocks(pool: Pool, writer: string, blocks: readonly Block[]): Promise<void> {
  const values = blocks.flatMap((block) => [
    block.day,
    block.project_id,
    block.sequence,
    block.line_count,
    block.first_at,
    block.last_at,
    block.first_request,
    block.last_request,
    block.links,
    block.lines,
    block.personal,
    JSON.stringify(block.tally),
  ]);
  const opens = blocks.some(({ sequence }) => sequence === 1);
  await pool.query({
    ...(blocks.length === 1 && !opens ? INSERT_ONE : { text: insertSql(blocks.length, opens) }),
    values: [writer, ...values],
  });
}

/** A lane is known from its first block on. */
const OPENED = `opened AS (
      INSERT INTO verify_api.lanes (day, project_id, writer)
      SELECT day, project_id, $1::text FROM incoming WHERE sequence = 1
      ON CONFLICT DO NOTHING
    )`;

/** The common commit, which the server need not plan again. */
const INSERT_ONE = { name: 'insert-history-block', text: insertSql(1, false) };

function insertSql(count: number, opens: boolean): string {
  const names = COLUMNS.map(([name]) => name).join(', ');
  const rows = Array.from({ length: count }, (_, row) => {
    const parameters = COLUMNS.map(([, type], column) => `$${2 + row * COLUMNS.length + column}::${type}`);
    return `(${parameters.join(', ')})`;
  });
  return `
    WITH incoming (${names}) AS (VALUES ${rows.join(', ')})${opens ? `, ${OPENED}` : ''}
    INSERT INTO verify_api.interactions (writer, ${names})
    SELECT $1::text, ${names} FROM incoming
    ON CONFLICT DO NOTHING`;
}
