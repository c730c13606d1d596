import { newId } from '@service/contracts';
import { acceptingSchema, writerPrefix } from '@service/platform/boundaries';
import type { DatabaseApp } from '@service/platform/databases';
import type { Pool, PoolClient } from 'pg';
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

/** The writer of blocks, and the schema that it writes to. */
export interface BlockWriter {
  /** Id of the writer in this process; no other writer adds to its lanes. */
  writer: string;
  /** The schema of `interactions` and `lanes`, or of the views through which another app inserts into them. */
  schema: string;
}

/** A new writer of an app, with its own lanes. */
export function newWriter(app: DatabaseApp): BlockWriter {
  const writer = newId('writer');
  if (app === 'verify_api') return { writer, schema: app };
  return { writer: writerPrefix(app) + writer, schema: acceptingSchema('verify_api', app) };
}

/**
 * Stores blocks, all or none, in one statement. Blocks that are stored already are ignored, so a commit whose answer
 * was lost can be retried. Each value is its own parameter: in an array, long values would be escaped.
 */
export async function insertBlocks(
  connection: Pick<Pool | PoolClient, 'query'>,
  { writer, schema }: BlockWriter,
  blocks: readonly Block[],
): Promise<void> {
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
  await connection.query({
    ...(blocks.length === 1 && !opens ? { name: `${schema}.insert-block` } : {}),
    text: insertSql(schema, blocks.length, opens),
    values: [writer, ...values],
  });
}

const texts = new Map<string, string>();

/** The usual commit of one block has a constant text, so that the server plans it only once. */
function insertSql(schema: string, count: number, opens: boolean): string {
  if (count !== 1 || opens) return renderSql(schema, count, opens);
  const text = texts.get(schema) ?? renderSql(schema, 1, false);
  texts.set(schema, text);
  return text;
}

function renderSql(schema: string, count: number, opens: boolean): string {
  const names = COLUMNS.map(([name]) => name).join(', ');
  const rows = Array.from({ length: count }, (_, row) => {
    const parameters = COLUMNS.map(([, type], column) => `$${2 + row * COLUMNS.length + column}::${type}`);
    return `(${parameters.join(', ')})`;
  });
  // The first block of a lane also inserts the lane.
  const opened = `, opened AS (
      INSERT INTO ${schema}.lanes (day, project_id, writer)
      SELECT day, project_id, $1::text FROM incoming WHERE sequence = 1
      ON CONFLICT DO NOTHING
    )`;
  return `
    WITH incoming (${names}) AS (VALUES ${rows.join(', ')})${opens ? opened : ''}
    INSERT INTO ${schema}.interactions (writer, ${names})
    SELECT $1::text, ${names} FROM incoming
    ON CONFLICT DO NOTHING`;
}
