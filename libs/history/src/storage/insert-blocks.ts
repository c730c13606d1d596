import { newId } from '@service/contracts';
import { acceptingSchema, writerPrefix } from '@service/platform/boundaries';
import type { DatabaseApp } from '@service/platform/databases';
import { arrayLiteral, binaryArray } from '@service/platform/postgres';
import type { ClientBase } from 'pg';
import type { Block } from '../writing/lane.js';

/** How the values of a column are sent: as an array literal, or in the binary format. */
const literal = (type: string, of: (block: Block) => string | number) => ({
  type,
  arrayOf: (blocks: readonly Block[]) => arrayLiteral(blocks.map(of)),
});
const binary = (type: 'bytea' | 'text' | 'json', of: (block: Block) => string | Buffer) => ({
  type,
  arrayOf: (blocks: readonly Block[]) => binaryArray(type, blocks.map(of)),
});

/** The statement that inserts lanes takes the first three. */
const COLUMNS = {
  day: literal('date', ({ day }) => day),
  project_id: literal('text', ({ project_id }) => project_id),
  sequence: literal('bigint', ({ sequence }) => sequence),
  line_count: literal('integer', ({ line_count }) => line_count),
  first_at: literal('timestamptz', ({ first_at }) => first_at),
  last_at: literal('timestamptz', ({ last_at }) => last_at),
  first_request: literal('text', ({ first_request }) => first_request),
  last_request: literal('text', ({ last_request }) => last_request),
  links: binary('bytea', ({ links }) => links),
  lines: binary('text', ({ lines }) => lines),
  personal: binary('json', ({ personal }) => personal),
  tally: binary('json', ({ tally }) => JSON.stringify(tally)),
};

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
 * Stores blocks in one statement, whose text is the same for any number of them. Those that are stored already, as by a
 * commit whose answer was lost, stay as they are.
 * @returns how many were stored.
 */
export async function insertBlocks(
  connection: Pick<ClientBase, 'query'>,
  { writer, schema }: BlockWriter,
  blocks: readonly Block[],
): Promise<number> {
  // Only the first block of a lane needs the statement that inserts the lane as well.
  const opens = blocks.some(({ sequence }) => sequence === 1);
  const name = `${schema}.${opens ? 'open' : 'continue'}-lanes`;
  let text = texts.get(name);
  if (text === undefined) texts.set(name, (text = insertSql(schema, opens)));
  const arrays = Object.values(COLUMNS).map(({ arrayOf }) => arrayOf(blocks));
  return (await connection.query({ name, text, values: [writer, ...arrays] })).rowCount ?? 0;
}

/**
 * Resolves when the synchronous standby has all earlier commits. What a broken connection, or an administrator, kept from waiting for it
 * is visible without; a commit that changes nothing would not wait either.
 * @param own a writer whose role may read blocks.
 * @returns whether these blocks stand in their places, rather than somebody else's.
 */
export async function confirmEarlier(
  connection: Pick<ClientBase, 'query'>,
  { writer, schema }: BlockWriter,
  blocks: readonly Block[],
): Promise<boolean> {
  const { day, project_id, sequence, links } = COLUMNS;
  const { rows } = await connection.query<{ standing: number }>({
    text: `SELECT pg_logical_emit_message(true, 'history', ''), (
        SELECT count(*)::integer FROM ${schema}.interactions
        JOIN unnest($2::date[], $3::text[], $4::bigint[], $5::bytea[]) AS own (day, project_id, sequence, links)
          USING (day, project_id, sequence, links)
        WHERE writer = $1
      ) AS standing`,
    values: [writer, ...[day, project_id, sequence, links].map(({ arrayOf }) => arrayOf(blocks))],
  });
  return rows[0]?.standing === blocks.length;
}

const texts = new Map<string, string>();

function insertSql(schema: string, opens: boolean): string {
  const names = Object.keys(COLUMNS);
  // In the list of results, `unnest` yields a row at a time; in FROM, it would first store all of them, for each array.
  const incoming = Object.values(COLUMNS).map(({ type }, index) => `unnest($${index + 2}::${type}[])`);
  const opened = `WITH opened AS (
      INSERT INTO ${schema}.lanes (day, project_id, writer)
      SELECT day, project_id, $1::text
      FROM (SELECT ${incoming.slice(0, 3).join(', ')}) AS incoming (day, project_id, sequence)
      WHERE sequence = 1
      ON CONFLICT DO NOTHING
    )`;
  return `${opens ? opened : ''}
    INSERT INTO ${schema}.interactions (writer, ${names.join(', ')})
    SELECT $1::text, ${incoming.join(', ')}
    ON CONFLICT DO NOTHING`;
}
